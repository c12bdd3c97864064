import FlowFixtures
import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("Generated Swift can use every name")
struct SwiftNameTests {
    private static func named(_ name: String) -> String {
        """
        flow \(name) version 1
        command start, cancel
        final done
        final failed
        within 15m -> failed
        state idle waits for user { on start -> done on cancel -> failed }
        """
    }

    private func problems(
        in text: String, for language: (any TargetLanguage)? = SwiftLanguage()
    ) -> [(code: DiagnosticCode, words: String, message: String)] {
        let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
        return check(source, for: language).diagnostics.filter { $0.severity == .error }.map { problem in
            let bytes = source.bytes[problem.range.lower..<problem.range.upper]
            return (problem.code, String(decoding: bytes, as: UTF8.self), problem.message)
        }
    }

    /// Expects that this name alone is unusable, with this piece in the message, and that none is where no language is the target.
    private func expectUnusable(
        _ name: String, _ piece: String, in text: String, location: Testing.SourceLocation = #_sourceLocation
    ) {
        let found = problems(in: text).filter { $0.code == .unusableInSwift }
        #expect(found.count == 1 && found.first?.words == name, "\(found)", sourceLocation: location)
        #expect(found.first?.message.contains(piece) == true, "\(found)", sourceLocation: location)
        #expect(problems(in: text, for: nil).allSatisfy { $0.code != .unusableInSwift }, sourceLocation: location)
    }

    private func expectUsable(_ text: String, location: Testing.SourceLocation = #_sourceLocation) {
        let problems = problems(in: text)
        #expect(problems.isEmpty, "\(problems)", sourceLocation: location)
    }

    @Test(
        "A flow named like a keyword, type or module of Swift is an error at its name",
        arguments: [
            "class", "Self", "Protocol", "Type", "String", "Task", "Keyway", "self", "_", "__", "any", "some", "Table",
            "FlowState", "FlowSuite", "cells", "SubFlow", "Actor", "PackableFlow", "PackableEvent",
        ])
    func flows(name: String) {
        expectUnusable(name, "'\(name)' ", in: Self.named(name))
    }

    @Test(
        "A flow whose name only begins so, or is a type that generated code does not need, is fine",
        arguments: ["Strings", "classes", "ProtocolDoor", "_Door", "Door", "Runs", "Run", "FileLog", "Row", "Order"])
    func fine(name: String) {
        expectUsable(Self.named(name))
    }

    private static func members(
        state: String = "idle", event: String = "heard", case: String = "far", type: String = "Way"
    )
        -> String
    {
        """
        flow Sample version 1
        enum \(type) { near, \(`case`) = * }
        callback \(event)(way: \(type))
        source s = "S" by kind singleton { A => \(event)(way: w) }
        final done
        final failed
        within 15m -> failed
        ignore unrecognised
        state \(state) waits for user { on \(event) when way == \(`case`) -> done on \(event) otherwise -> failed }
        """
    }

    @Test(
        "Keywords that backticks mend are fine for states, events, cases and enums",
        arguments: ["default", "init", "class", "switch"])
    func mended(name: String) {
        expectUsable(Self.members(state: name))
        expectUsable(Self.members(event: name))
        expectUsable(Self.members(case: name))
        expectUsable(Self.members(type: name))
    }

    @Test(
        "Words that mean something else behind a dot are errors anywhere", arguments: ["self", "Type", "Protocol", "_"])
    func unusable(name: String) {
        for text in [
            Self.members(state: name), Self.members(event: name), Self.members(case: name), Self.members(type: name),
        ] {
            expectUnusable(name, "rename it", in: text)
        }
    }

    @Test("An enum that hides a type of generated code is an error")
    func enums() {
        for name in ["String", "Performed"] {
            expectUnusable(name, "rename this one", in: Self.members(type: name))
        }
        expectUsable(Self.members(type: "Outcome"))
    }

    @Test(
        "An enum cannot be called as what a flow's type declares, or as the flow",
        arguments: ["table", "annotations", "answers", "state", "Sample"])
    func enumsBesideMembers(name: String) {
        expectUnusable(name, "'\(name)' ", in: Self.everything(type: name))
    }

    @Test("A member cannot be called as what its type declares by itself")
    func members() {
        for name in ["allCases", "AllCases", "RawValue"] {
            expectUnusable(name, "has already", in: Self.everything(state: name))
            expectUnusable(name, "has already", in: Self.everything(case: name))
        }
        for name in ["values", "hashValue", "init"] {
            expectUnusable(name, "has already", in: Self.everything(variable: name))
        }
        for name in ["let", "var", "inout"] {
            expectUnusable(name, "has already", in: Self.everything(field: name))
        }
        for name in ["Value", "PackedEvent"] {
            expectUnusable(name, "has already", in: Self.everything(event: name))
            expectUnusable(name, "has already", in: Self.everything(variable: name))
        }
        expectUnusable("Performed", "has already", in: Self.everything(effect: "Performed"))
        for name in ["flow", "Flow"] {
            expectUnusable(name, "'FlowReply'", in: Self.everything(effect: name))
        }
        expectUsable(Self.everything())
        // These words mean something in other positions only.
        for name in ["position", "values", "event", "isFinal", "rawValue", "context", "order", "end", "progress"] {
            expectUsable(Self.everything(event: name))
            expectUsable(Self.everything(field: name))
            expectUsable(Self.everything(state: name))
        }
    }

    @Test("An enum called as the type of an effect's replies is an error at the second of the two")
    func replyTypes() {
        expectUnusable("ask", "'AskReply'", in: Self.everything(type: "AskReply"))
    }

    @Test("Names that differ only in the case of their first letter would be one type or one function")
    func firstLetters() {
        let effects = Self.everything().changing(
            "effect tell", to: "effect Ask replies yes, no otherwise no\neffect tell")
        expectUnusable("Ask", "'AskReply'", in: effects)
        let states = Self.everything().changing("state away", to: "state Idle { on stop -> done } state away")
        expectUnusable("Idle", "'inIdle'", in: states)
        let choices = Self.everything().changing("-> away {", to: "-> pick {").changing(
            "state away",
            to: """
                choice pick { when count == 2 -> Pick otherwise -> away }
                choice Pick { when count == 1 -> away otherwise -> done }
                state away
                """)
        expectUnusable("Pick", "'throughPick'", in: choices)
    }

    /// A flow with a name of every kind.
    private static func everything(
        state: String = "idle", event: String = "go", effect: String = "ask", variable: String = "count",
        type: String = "Way", case: String = "left", field: String = "way"
    ) -> String {
        """
        flow Sample version 1
        enum \(type) { \(`case`) = 1, right = * }
        context { \(variable): int 0...3 = 0, kept: \(type)? }
        command \(event)(\(field): \(type)), stop
        effect \(effect) replies yes, no otherwise no
        effect tell
        final done keeps kept
        within 15m -> done
        late other
        reject other
        on stop -> done { do tell }
        state \(state) waits for user {
          on \(event) when \(field) == \(`case`) -> away { kept = \(field); do \(effect) }
          on \(event) otherwise stay { \(variable) = 0 }
        }
        state away { on yes when \(variable) == 2 -> done on yes otherwise -> done on no -> \(state) }
        """
    }

    @Test(
        "A flow called as what the tests of another flow are called is an error at its name",
        arguments: ["AccountTests", "AccountSwitch"])
    func namesOfTests(name: String) {
        let source = SourceText(path: "test.flow", bytes: Array(Self.named(name).utf8))
        func problems(beside flow: String?) -> [Diagnostic] {
            let directory = FlowDirectory { name in
                name == flow ? .text(SourceText(path: name, bytes: Array(Self.named(name).utf8))) : .nothing
            }
            return check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
                .filter { $0.severity == .error }
        }
        #expect(problems(beside: "Account").map(\.code) == [.unusableInSwift])
        #expect(problems(beside: "Account").first?.range == parse(source).spec?.name.range)
        #expect(problems(beside: "Accounts").isEmpty && problems(beside: nil).isEmpty)
    }

    @Test("A bad name hides no other problem")
    func others() {
        let text = Self.named("String").changing("on cancel -> failed", to: "")
        #expect(problems(in: text).map(\.code) == [.unusableInSwift, .cellUndecided])
    }
}
