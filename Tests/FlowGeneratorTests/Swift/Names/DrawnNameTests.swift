import FlowFixtures
import FlowMachine
import Foundation
import KeywayCore
import KeywayTesting
import TestThreads
import Testing

@testable import FlowGenerator

/// Whatever two flows call their things, either `check` refuses a name or all that is generated of them compiles.
@Suite("Names drawn at random", .longComputation)
struct DrawnNameTests {
    private static func files(of flow: LoadedFlow) -> [String: String] {
        let name = flow.table.name
        let header = GeneratedHeader(spec: "spec", call: "call")
        return [
            "\(name).swift": SwiftFlow(flow.machine, in: flow.source, isPackable: true).text,
            "\(name)Switch.swift": SwitchSource(flow.machine, header: header, module: nil).text,
        ]
    }

    /// The same pairs of flows each time; `DRAWN_NAMES=100` draws so many new ones as well, to look for what nobody has seen.
    private static var seeds: [UInt64] {
        let fresh = ProcessInfo.processInfo.environment["DRAWN_NAMES"].flatMap { Int($0) } ?? 0
        return DrawnSeeds.fixed.first(6) + DrawnSeeds.fresh.first(fresh)
    }

    @Test(
        "Two flows whose names `check` does not refuse compile, without a warning",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        let words = try OddWords.all(beside: [OddWords.publicNames()])
        #expect(words.count > 700)
        for seed in Self.seeds {
            // Every other pair has the names that its own generated code uses.
            var plain = DrawnNames(seed: seed, among: [])
            let own = try plain.accepted().flatMap { Self.files(of: $0).values }.flatMap(OddWords.names)
            let odd = seed.isMultiple(of: 2) ? words : own.filter { !OddWords.wordsOfTheLanguage.contains($0) }
            var names = DrawnNames(seed: seed, among: odd)
            let files = try names.accepted().reduce(into: [:]) { $0.merge(Self.files(of: $1)) { first, _ in first } }
            let errors = try TypeChecking.errors(in: files, countingWarnings: true)
            #expect(errors.isEmpty, "seed \(seed): \(errors.prefix(20).joined(separator: "\n"))")
        }
    }
}
