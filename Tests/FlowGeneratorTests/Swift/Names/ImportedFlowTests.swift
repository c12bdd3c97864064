import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import TestThreads
import Testing

@testable import FlowGenerator

/// A package may keep flows in several targets, and a flow then has sub-flows of other modules.
@Suite("A sub-flow whose flow lies in another module", .longComputation)
struct ImportedFlowTests {
    private let inner: LoadedFlow
    private let outer: LoadedFlow
    /// Runs `outer`, and compares a value of an enum that `inner` declares, though `inner` is no sub-flow of its own.
    private let outermost: LoadedFlow

    init() throws {
        let outerText = NamePosition.usingMostConstructs(named: "Outer_").changing(
            "on stop_ -> failed_", to: "command cancel\non stop_, cancel -> failed_"
        ).changing("final failed_", to: "final failed_ keeps ended_")
        let texts = ["Inner_": NamePosition.inner, "Outer_": outerText]
        let directory = FlowDirectory { name in
            texts[name].map { .text(SourceText(path: "\(name).flow", bytes: Array($0.utf8))) } ?? .nothing
        }
        inner = try LoadedFlow(NamePosition.inner, path: "Inner_.flow")
        outer = try LoadedFlow(outerText, path: "Outer_.flow", among: directory)
        outermost = try LoadedFlow(
            """
            flow Outermost_ version 1
            command go_
            final done_
            within 1h -> done_
            reject other
            late other
            state idle_ waits for user { on go_ -> trying_ }
            state trying_ {
              child part_ = Outer_
              enter { run part_.stop_ }
              on part_.failed_ when ended_ == near_ -> done_
              on part_.failed_ otherwise -> done_
              on part_.done_ -> done_
            }
            """, path: "Outermost_.flow", among: directory)
    }

    private let modules = ["Inner_": "Inners", "Outer_": "Outers"]

    private func swift(of flow: LoadedFlow) -> [String: String] {
        [
            "\(flow.table.name).swift":
                SwiftFlow(flow.machine, in: flow.source, isPackable: true, importing: modules).text
        ]
    }

    /// The modules beside the one with the tested file. That of `inner` also has a type called like one of Keyway's, and a type called like
    /// the module: the generated Swift must mean neither of these.
    private var others: [(module: String, files: [String: String])] {
        let own = ["Own.swift": "public struct SubFlow {}\npublic enum Inners {}\n"]
        return [("Inners", swift(of: inner).merging(own) { first, _ in first }), ("Outers", swift(of: outer))]
    }

    @Test(
        "Generated Swift imports the flows of other modules, and compiles without a warning",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        let errors = try TypeChecking.errors(in: swift(of: outermost), beside: others, countingWarnings: true)
        #expect(errors == [])
    }

    @Test(
        "The readable switch imports the flows whose enums it compares",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func readableSwitch() throws {
        for (flow, module) in [(outer, "Outers"), (outermost, "Outermosts")] {
            let tests = FlowTests(
                of: flow.machine, in: flow.source, testing: module, isPackable: true, importing: modules)
            let parent = ("Outermosts", swift(of: outermost))
            let errors = try TypeChecking.errors(
                in: [tests.readableSwitch.name: tests.readableSwitch.text], beside: others + [parent],
                countingWarnings: true)
            #expect(errors == [], "\(flow.table.name)")
        }
    }

    @Test("Only flows that the file names are imported, and the header has the option --import for each")
    func header() {
        let lines = swift(of: outer).values.flatMap { $0.split(separator: "\n") }
        #expect(lines.first?.contains("keyway generate --packed Outer_ --import Inners.Inner_ --out DIR") == true)
        #expect(lines.filter { $0.contains("import enum") } == ["public import enum Inners.Inner_"])
        let alone = SwiftFlow(outer.machine, in: outer.source, importing: ["Other": "Others"]).text
        #expect(!alone.contains("Others"))
    }
}
