import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import TestThreads
import Testing

@testable import FlowGenerator

/// Whatever two things of a flow are called alike, or one as what Swift makes of the other's name: either a rule refuses it, or what is
/// generated compiles.
@Suite("Two names of a flow", .longComputation)
struct NamePairTests {
    /// Two things, of which the second is called as the first, or as what is derived of the first's name.
    private struct Pair {
        let first: NamedThing
        let second: NamedThing
        /// Which of the derived names.
        let way: Int

        func names(in number: Int) -> [NamedThing: String] {
            [second: first.derivedNames(of: first.name(in: number))[way]]
        }
    }

    private static let pairs = NamedThing.allCases.enumerated().flatMap { firstPlace, first in
        NamedThing.allCases.enumerated().filter { $0.element != first }.flatMap { place, second in
            // Two that are called alike are so whichever of them has the name first.
            first.derivedNames(of: "x").indices.dropFirst(firstPlace > place ? 2 : 0).map {
                Pair(first: first, second: second, way: $0)
            }
        }
    }

    /// The flow; nil where a rule refuses one of its names.
    private static func flow(_ number: Int, named names: [NamedThing: String], isPackable: Bool) throws -> LoadedFlow? {
        let text = NamedThing.flow(number, named: names, isPackable: isPackable)
        let directory = FlowDirectory { name in
            name == "Inner_" ? .text(SourceText(path: "Inner_.flow", bytes: Array(NamedThing.inner.utf8))) : .nothing
        }
        let read = Understood(text, path: "pair.flow", among: directory)
        let errors = read.diagnostics.filter { $0.severity == .error }
        guard let machine = read.machine, errors.isEmpty, let spec = parse(read.source).spec else {
            // Only what is about names: a text that is wrong otherwise would hide all pairs.
            let isAboutNames = errors.contains { [.duplicateName, .ambiguousValue, .typeMismatch].contains($0.code) }
            #expect(isAboutNames, "\(errors.map(\.message)) in\n\(text)")
            return nil
        }
        let problems = SwiftLanguage().problems(in: machine, declaredBy: spec, among: directory)
        return problems.isEmpty ? try LoadedFlow(text, path: "pair.flow", among: directory) : nil
    }

    private static func files(of flow: LoadedFlow) -> [String: String] {
        let name = flow.table.name
        let header = GeneratedHeader(spec: "spec", call: "call")
        return [
            "\(name).swift": SwiftFlow(flow.machine, in: flow.source, isPackable: true).text,
            "\(name)Switch.swift": SwitchSource(flow.machine, header: header, module: nil).text,
        ]
    }

    @Test("A flow without such a pair is refused by no rule", arguments: [false, true])
    func plain(isPackable: Bool) throws {
        #expect(try Self.flow(1, named: [:], isPackable: isPackable) != nil)
    }

    @Test(
        "Flows with pairs of names that no rule refuses compile, without a warning",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"),
        arguments: Array([false, true].drawn(1)))
    func compiles(isPackable: Bool) throws {
        // As many pairs in one flow as there are with no thing in common: to compile a flow for each would take long.
        var rounds: [[Pair]] = []
        for pair in Self.pairs {
            guard try Self.flow(0, named: pair.names(in: 0), isPackable: isPackable) != nil else { continue }
            let place = rounds.firstIndex { round in
                round.allSatisfy { Set([$0.first, $0.second]).isDisjoint(with: [pair.first, pair.second]) }
            }
            if let place { rounds[place].append(pair) } else { rounds.append([pair]) }
        }
        #expect(rounds.count > 20)
        var files = Self.files(of: try LoadedFlow(NamedThing.inner, path: "Inner_.flow"))
        for (number, round) in rounds.enumerated() {
            let names = round.reduce(into: [:]) { $0.merge($1.names(in: number)) { first, _ in first } }
            let flow = try #require(try Self.flow(number, named: names, isPackable: isPackable), "\(round)")
            files.merge(Self.files(of: flow)) { first, _ in first }
        }
        let errors = try TypeChecking.errors(in: files, countingWarnings: true)
        #expect(errors.isEmpty, "\(errors.prefix(20).joined(separator: "\n"))")
    }
}
