import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@testable import FlowGenerator

/// A build tells the generator of every spec that may be needed, since it is not asked again when a text changes.
@Suite("The specs that a flow's generated code needs, among all that a build tells of")
struct SpecFamilyTests {
    /// A spec whose states run these flows as sub-flows; only names matter here.
    private func spec(_ flow: String, runs children: [String] = [], in module: String? = nil) -> ModuleSpec {
        let states = children.map { "state in\($0) {\n  child part\($0) = \($0)\n}\n" }.joined()
        let text = "flow \(flow) version 1\nfinal done\n" + states
        return ModuleSpec(SourceText(path: "\(module ?? "Own")/\(flow).flow", bytes: Array(text.utf8)), in: module)
    }

    @Test("Sub-flows are found at every depth, and nothing else is a member")
    func depth() throws {
        let others = [spec("Knock"), spec("Porch", runs: ["Knock"]), spec("Barn", runs: ["Hay"]), spec("Hay")]
        let family = try SpecFamily(of: spec("House", runs: ["Porch", "Unknown"]), among: others)
        #expect(["Porch", "Knock"].allSatisfy { family.text(of: $0)?.path == "Own/\($0).flow" })
        #expect(["House", "Barn", "Hay", "Unknown"].allSatisfy { family.text(of: $0) == nil })
        #expect(family.modules == [:])
    }

    @Test("The module of the flow that runs the sub-flow is looked into first, and other modules are told")
    func modules() throws {
        let others = [
            spec("Knock", in: "Doors"), spec("Porch", runs: ["Knock"], in: "Doors"), spec("Knock", in: "Bells"),
        ]
        let family = try SpecFamily(of: spec("House", runs: ["Porch"]), among: others)
        #expect(family.text(of: "Knock")?.path == "Doors/Knock.flow")
        #expect(family.modules == ["Porch": "Doors", "Knock": "Doors"])
        let own = try SpecFamily(of: spec("House", runs: ["Knock"]), among: others + [spec("Knock")])
        #expect(own.text(of: "Knock")?.path == "Own/Knock.flow")
        #expect(own.modules == [:])
    }

    @Test("A flow that two other modules declare is refused where a sub-flow names it, with both files")
    func twoModules() throws {
        let others = [spec("Knock", in: "Doors"), spec("Knock", in: "Bells"), spec("Porch", runs: ["Knock"])]
        let error = try #require(throws: SpecFamily.DeclaredTwice.self) {
            try SpecFamily(of: spec("House", runs: ["Porch"]), among: others)
        }
        #expect(error.message == "flow 'Knock' is declared twice: in Bells/Knock.flow and in Doors/Knock.flow")
        #expect(error.source.path == "Own/Porch.flow")
        let named = error.source.bytes[error.range.lower..<error.range.upper]
        #expect(String(decoding: named, as: UTF8.self) == "Knock")
        #expect(throws: Never.self) { try SpecFamily(of: spec("House"), among: others) }
    }

    @Test("One name cannot be two flows of one family, each in the module of the flow that runs it")
    func twoOfOneName() {
        let others = [spec("Knock"), spec("Knock", in: "Doors"), spec("Porch", runs: ["Knock"], in: "Doors")]
        #expect(throws: SpecFamily.DeclaredTwice.self) {
            try SpecFamily(of: spec("House", runs: ["Knock", "Porch"]), among: others)
        }
    }

    @Test("A flow that would be a part of itself is no member, and ends no search")
    func cycles() throws {
        let house = spec("House", runs: ["Porch", "House"])
        let family = try SpecFamily(of: house, among: [spec("Porch", runs: ["House"]), spec("House", in: "Doors")])
        #expect(family.text(of: "Porch") != nil)
        #expect(family.text(of: "House") == nil)
    }

    @Test("A search that says where it looked is quoted in the report of a flow that is nowhere")
    func absence() {
        let text = "flow House version 1\nfinal done\nwithin 1m -> done\nstate idle {\n  child part = Knock\n}\n"
        let directory = FlowDirectory { _ in .absent("among the specs of this target") }
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        let found = check(source, beside: SpecSurroundings(flows: directory)).diagnostics
        #expect(
            found.filter { $0.code == .unknownFlow }.map(\.message)
                == ["there is no flow 'Knock' among the specs of this target"])
    }
}
