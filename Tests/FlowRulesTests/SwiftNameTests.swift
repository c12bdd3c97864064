import FlowLanguage
import FlowRules
import Testing

@Suite("Generated Swift can use every name")
struct SwiftNameTests {
    private static func named(_ name: String) -> String {
        flow("state idle waits for user { on start -> done on cancel -> failed }", otherwise: "")
            .replacing("flow Sample", with: "flow \(name)")
    }

    @Test(
        "A flow named like a keyword, type or module of Swift is an error at its name",
        arguments: ["class", "Self", "Protocol", "Type", "String", "Task", "Keyway", "self", "_", "__"])
    func flows(name: String) {
        expect(.unusableInSwift, at: [(name, "'\(name)' ")], in: Self.named(name))
    }

    @Test(
        "A flow whose name only begins so is fine", arguments: ["Strings", "classes", "ProtocolDoor", "_Door", "Door"])
    func fine(name: String) {
        expectNone(of: .unusableInSwift, in: Self.named(name))
    }

    private static func members(
        state: String = "idle", event: String = "heard", case: String = "far", type: String = "Way"
    )
        -> String
    {
        flow(
            """
            ignore unrecognised
            state \(state) waits for user { on \(event) when way == \(`case`) -> done on \(event) otherwise -> failed }
            """,
            declaring: """
                enum \(type) { near, \(`case`) = * }
                callback \(event)(way: \(type))
                source s = "S" by kind singleton { A => \(event)(way: w) }
                """)
    }

    @Test(
        "Keywords that backticks mend are fine for states, events, cases and enums",
        arguments: ["default", "init", "class", "switch"])
    func mended(name: String) {
        expectNone(of: .unusableInSwift, in: Self.members(state: name))
        expectNone(of: .unusableInSwift, in: Self.members(event: name))
        expectNone(of: .unusableInSwift, in: Self.members(case: name))
        expectNone(of: .unusableInSwift, in: Self.members(type: name))
    }

    @Test(
        "Words that mean something else behind a dot are errors anywhere", arguments: ["self", "Type", "Protocol", "_"])
    func unusable(name: String) {
        for text in [
            Self.members(state: name), Self.members(event: name), Self.members(case: name), Self.members(type: name),
        ] {
            expect(.unusableInSwift, at: [(name, "rename it")], in: text)
        }
    }

    @Test("An enum that hides a type of generated code is an error")
    func enums() {
        expect(.unusableInSwift, at: [("String", "rename this one")], in: Self.members(type: "String"))
        expectNone(of: .unusableInSwift, in: Self.members(type: "Outcome"))
    }

    @Test("A bad name hides no other problem")
    func others() {
        let text = Self.named("String").replacing("on cancel -> failed", with: "")
        #expect(found(in: text).filter { $0.severity == .error }.map(\.code) == [.unusableInSwift, .cellUndecided])
    }
}
