import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@testable import FlowGenerator

@Suite("Names around sub-flows in generated Swift")
struct SubFlowNameTests {
    /// A flow that runs another one.
    private func parent(of flow: String = "Inner", as child: String = "leg", rest: String = "") -> String {
        """
        flow Outer version 1
        command start(way: int 0...3), cancel
        \(rest)
        final done
        within 15m -> done
        on cancel -> done
        reject other
        state idle waits for user { on start -> running }
        state running {
          child \(child) = \(flow)
          enter { run \(child).go }
          on \(child).over -> done
        }
        """
    }

    /// The words at which `check` finds a name that Swift cannot use; other rules may say that something is unused.
    private func unusable(in text: String) -> [String] {
        let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
        let directory = FlowDirectory { name in
            let inner =
                "flow \(name) version 1\ncommand go, cancel\nfinal over\nwithin 15m -> over\n"
                + "state idle waits for user { on go, cancel -> over }"
            return .text(SourceText(path: "inner.flow", bytes: Array(inner.utf8)))
        }
        return check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
            .filter { $0.code == .unusableInSwift }.map {
                String(decoding: source.bytes[$0.range.lower..<$0.range.upper], as: UTF8.self)
            }
    }

    @Test("A type of the parent that is called as the flow of a sub-flow would hide it")
    func hiddenSubFlows() {
        #expect(unusable(in: parent(rest: "enum Inner { near, far }")) == ["Inner"])
        #expect(unusable(in: parent(of: "AskReply", rest: "effect ask replies yes otherwise yes")) == ["ask"])
        #expect(unusable(in: parent(of: "table")) == ["table"])
        #expect(unusable(in: parent(rest: "enum Other { near, far }")) == [])
    }

    private static let leaf = """
        flow leaf version 1
        enum Why { near, far }
        context { why: Why? }
        command start(why: Why), cancel
        final over keeps why
        within 1m -> over
        reject other
        on cancel -> over
        state idle waits for user { on start -> over { keep why } }
        """

    private static let branch = """
        flow Branch version 1
        context { why: leaf.Why? }
        command start, cancel
        final done keeps why
        within 2m -> done
        on cancel -> done
        reject other
        state idle waits for user { on start -> inner }
        state inner {
          child part = leaf
          enter { run part.start(near) }
          on part.over -> done { keep why }
        }
        """

    /// A flow that names an enum of its sub-flow's sub-flow.
    private static let tree = """
        flow Tree version 1
        enum Bark { rough, smooth }
        context { why: leaf.Why?, bark: Bark = rough }
        command start, cancel
        final done keeps why, bark
        within 3m -> done
        on cancel -> done
        reject other
        state idle waits for user { on start -> inner }
        state inner {
          child part = Branch
          enter { run part.start }
          on part.done when why == near -> done { keep why; bark = smooth }
          on part.done otherwise -> done
        }
        """

    @Test("The flow of a sub-flow's sub-flow is hidden by no type and by no field, where an enum of it is named")
    func hiddenFlowOfEnum() throws {
        let texts = ["leaf": Self.leaf, "Branch": Self.branch]
        let directory = FlowDirectory { name in
            texts[name].map { .text(SourceText(path: "\(name).flow", bytes: Array($0.utf8))) } ?? .nothing
        }
        func unusable(_ text: String) -> [String] {
            let source = SourceText(path: "Tree.flow", bytes: Array(text.utf8))
            return check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
                .filter { $0.code == .unusableInSwift }.map {
                    String(decoding: source.bytes[$0.range.lower..<$0.range.upper], as: UTF8.self)
                }
        }
        #expect(unusable(Self.tree) == [])
        #expect(unusable(Self.tree.changing("Bark", to: "leaf")) == ["leaf"])
        let model = FlowModel(try LoadedFlow(Self.tree, path: "Tree.flow", among: directory).machine)
        let field = Field(name: "leaf", kind: .bool, isOptional: false)
        #expect(BoundFields([field], of: model)["leaf"] == "leafField")
    }

    @Test("The end of a sub-flow and an unnamed timer are two events, though both would be one word")
    func wordsOfSeveral() throws {
        let flow = try LoadedFlow(
            """
            flow Outer version 1
            command start
            final done
            within 15m -> done
            state leg { on start -> running after 30s -> running }
            state running {
              child leg = Inner
              enter { run leg.go }
              on leg.after30s -> done
            }
            """,
            among: [
                "Inner": "flow Inner version 1\ncommand go, cancel\nfinal after30s\nwithin 15m -> after30s\n"
                    + "state idle waits for user { on go, cancel -> after30s }"
            ])
        let names = EventNames(flow.machine).named.map(\.name)
        #expect(Set(names).count == names.count, "\(names)")
        #expect(names.contains("legAfter30s") && names.contains("legAfter30sTimer"), "\(names)")
    }

    @Test("A sub-flow cannot be called as what performs effects has already, or as an effect that carries nothing")
    func subFlowNames() {
        for name in ["Performed", "Self", "EffectOrder"] {
            #expect(unusable(in: parent(as: name)) == [name])
        }
        #expect(unusable(in: parent(as: "ask", rest: "effect ask")) == ["ask"])
        #expect(unusable(in: parent(as: "ask", rest: "effect ask(way: int 0...3)")) == [])
        for name in ["order", "leg", "effect", "perform", "stranger"] {
            #expect(unusable(in: parent(as: name)) == [])
        }
    }
}
