import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import Testing

@Suite("Sub-flows in the rules: where they run, what they may say, how they end")
struct SubFlowTests {
    /// A flow with `Door` as its child, around the items of the state that has it.
    private static func house(
        _ items: String = "enter { run door.open } on door.opened -> done on door.shut -> failed",
        idle: String = "on start -> inside", after: String = ""
    ) -> String {
        flow(
            """
            state idle waits for user { \(idle) }
            on cancel -> failed
            state inside { child door = Door
              \(items)
            }
            \(after)
            """)
    }

    private let doors = ["Door": doorFlow]

    @Test("A flow with a sub-flow is checked to its end: nothing in it waits for a later version")
    func whole() {
        expectNone(of: .childNotChecked, in: Self.house(), among: doors)
    }

    @Test("A sub-flow whose flow breaks a rule is told with the rule's first error, and its parent may not be run")
    func childThatBreaksARule() {
        let broken = doorFlow.changing("open, cancel", to: "open, cancel, knock, ring")
        let error = "Door:7:7: error: 'closed' does not decide 'knock'; write"
        expect(
            .childNotChecked, at: [("door", "sub-flow 'door' of 'Door' cannot be run: \(error)")],
            in: Self.house(), among: ["Door": broken])
        #expect(found(in: Self.house(), among: ["Door": broken]).allSatisfy { $0.severity == .warning })
        #expect(!mayRun(Self.house(), among: ["Door": broken]))
        #expect(mayRun(Self.house(), among: doors))
    }

    @Test("An error deep inside is told where the outermost flow begins its sub-flow, a mistake in the text too")
    func errorsDeepInside() {
        let parent = Self.house().changing("flow Sample", to: "flow Door").changing("= Door", to: "= Gate").changing(
            "done", to: "opened"
        ).changing("failed", to: "shut").changing("command start", to: "command open, start")
        let gate = doorFlow.changing("flow Door", to: "flow Gate")
        #expect(mayRun(parent, among: ["Gate": gate]), "\(found(in: parent, among: ["Gate": gate]))")
        #expect(mayRun(Self.house(), among: ["Door": parent, "Gate": gate]))
        let broken = ["Door": parent, "Gate": gate.changing("open, cancel", to: "open, cancel, knock")]
        expect(.childNotChecked, at: [("door", "of 'Door' cannot be run: Gate:7:7:")], in: Self.house(), among: broken)
        #expect(!mayRun(Self.house(), among: broken))
        let misspelt = ["Door": doorFlow.changing("-> shut", to: "-> shutt")]
        expect(.childNotChecked, at: [("door", "cannot be run: Door:5:")], in: Self.house(), among: misspelt)
    }

    private func mayRun(_ text: String, among flows: [String: String]) -> Bool {
        let directory = FlowDirectory { name in
            flows[name].map { .text(SourceText(path: name, bytes: Array($0.utf8))) } ?? .nothing
        }
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        return check(source, beside: SpecSurroundings(flows: directory)).mayRun
    }

    @Test("Rule 5: Each final of a sub-flow is decided wherever the sub-flow can run")
    func undecided() {
        let text = Self.house("enter { run door.open } on door.opened -> done")
        expect(.cellUndecided, at: [("inside", "'door.shut', which its sub-flow can reach")], in: text, among: doors)
        expectNone(of: .cellUndecided, in: Self.house(), among: doors)
    }

    @Test("Rule 5: A row for a sub-flow's final where the sub-flow never runs is an error")
    func impossible() {
        let early = Self.house(idle: "on start -> inside ignore door.shut")
        expect(
            .cellImpossible, at: [("door.shut", "cannot come in 'idle': the sub-flow never runs")], in: early,
            among: doors)
    }

    @Test("Rule 28: A sub-flow is a wait, and once it has ended it is none")
    func waits() {
        expectNone(of: .silentWait, in: Self.house(), among: doors)
        let ignored = Self.house("enter { run door.open } on door.opened -> done ignore door.shut")
        expect(.silentWait, at: [("inside", "after 'start', 'door.shut'")], in: ignored, among: doors)
    }

    @Test("Rule 28: A loop in which a sub-flow runs untouched has its end in it, and one that begins it anew has none")
    func loops() {
        let polling = "timer poll enter { run door.open; set poll 1s } on poll stay { set poll 1s }"
        let ends = " on door.opened -> done on door.shut -> failed"
        expectNone(of: .pollingWithoutDeadline, in: Self.house(polling + ends), among: doors)
        let again = Self.house("enter { run door.open } on door.opened -> done on door.shut -> inside")
        expect(.pollingWithoutDeadline, at: [("inside", "door.shut")], in: again, among: doors)
    }

    @Test("Rule 14: A sub-flow ends when its scope is left, and may be run again")
    func endsWithScope() {
        let twice = Self.house(
            "enter { run door.open } on door.opened -> done on door.shut -> failed on start -> inside")
        expectNone(of: .childRunsAlready, in: twice, among: doors)
        let elsewhere = Self.house(
            "enter { run door.open } on door.opened, door.shut -> outside",
            after: "state outside { ignore door.shut after 5s -> failed on start -> done }")
        expect(.cellImpossible, at: [("door.shut", "in 'outside'")], in: elsewhere, among: doors)
    }

    @Test("Rule 14: A sub-flow is not run while it runs, nor outside of its scope")
    func twice() {
        let twice = Self.house(
            "enter { run door.open } on start stay { run door.open } on door.opened -> done on door.shut -> failed")
        expect(
            .childRunsAlready, at: [("run door.open", "'door' may be running already here: after 'start'")], in: twice,
            among: doors)
        let outside = Self.house(idle: "on start -> inside on cancel stay { run door.open }")
        expect(
            .usedOutOfScope, at: [("run door.open", "child 'door' does not live in 'idle', so it cannot be run")],
            in: outside, among: doors)
    }

    @Test("Rule 20: A flow without 'cancel', or with a state that may reject it, is no sub-flow")
    func cancel() {
        let mute = doorFlow.changing("open, cancel", to: "open").changing("on cancel -> shut\n", to: "")
        expect(.childCannotBeCancelled, at: [("Door", "no command 'cancel'")], in: Self.house(), among: ["Door": mute])
        let closed = doorFlow.changing("on open -> opened", to: "on open -> opened reject cancel")
        expect(
            .childCannotBeCancelled, at: [("Door", "its state 'closed' may reject 'cancel'")], in: Self.house(),
            among: ["Door": closed])
        let guarded = doorFlow.changing("command", to: "context { held: bool = false }\ncommand").changing(
            "on cancel -> shut", to: "reject cancel when held\non cancel otherwise -> shut")
        expect(.childCannotBeCancelled, at: [("Door", "may reject")], in: Self.house(), among: ["Door": guarded])
        let demanding = doorFlow.changing("open, cancel", to: "open, cancel(softly: bool)")
        expect(.childCannotBeCancelled, at: [("Door", "needs fields")], in: Self.house(), among: ["Door": demanding])
        expectNone(of: .childCannotBeCancelled, in: Self.house(), among: doors)
    }

    /// A log reads tables that are nested so deep, and no deeper: nothing may be written that cannot be read.
    @Test("Thirty-two flows may be nested, and a log reads them; one more is an error")
    func nesting() throws {
        func flow(_ number: Int) -> String {
            """
            flow F\(number) version 1
            command go, cancel
            final done
            on cancel -> done
            within 20m -> done
            reject other
            state idle waits for user { on go -> deep }
            state deep { child next = F\(number + 1) enter { run next.go } on next.done -> done }
            """
        }
        let innermost = """
            flow F32 version 1
            command go, cancel
            final done
            on cancel, go -> done
            within 20m -> done
            state idle waits for user {}
            """
        var others = Dictionary(uniqueKeysWithValues: (1..<32).map { ("F\($0)", flow($0)) })
        others["F32"] = innermost
        let table = try LoadedFlow(flow(1), among: others).table
        #expect(try Table(canonicalBytes: table.canonicalBytes) == table)
        expect(.nestedTooDeep, at: [("F1", "more than 32 flows are nested here")], in: flow(0), among: others)
    }

    @Test("A flow that is a part of itself is an error where it says so, directly or through others")
    func cycle() {
        let own = Self.house().changing("= Door", to: "= Sample")
        expect(.cyclicFlow, at: [("Sample", "a part of itself: 'Sample' -> 'Sample'")], in: own, among: doors)
        let through = Self.house().changing("flow Sample", to: "flow Door").changing(
            "child door = Door", to: "child door = Sample")
        expect(
            .cyclicFlow, at: [("Door", "'Sample' -> 'Door' -> 'Sample'")], in: Self.house(), among: ["Door": through])
        // A cycle among other flows is an error where those are checked.
        let others = [
            "Door": through.changing("= Sample", to: "= Gate"),
            "Gate": through.changing("flow Door", to: "flow Gate").changing("= Sample", to: "= Door"),
        ]
        expectNone(of: .cyclicFlow, in: Self.house(), among: others)
    }

    @Test("A sub-flow that nothing runs is said as a warning")
    func unused() {
        let unused = Self.house("on start -> done ignore door.opened, door.shut after 5s -> failed")
        #expect(
            found(in: unused, among: doors).contains {
                $0.code == .neverUsed && $0.message == "child 'door' is never run"
            })
    }

    @Test("What a sub-flow is begun with is present and in its range on every way")
    func arguments() {
        let counted = doorFlow.changing(
            "command open, cancel", to: "command open(times: int 0...3, hand: int 0...9), cancel")
        let text = Self.house(
            "enter { run door.open(tries, hand) } on door.opened -> done on door.shut -> failed",
            idle: "on start -> inside { tries += 1; hand = nil } on failing stay { tries += 1 }"
        ).changing(
            "command start",
            to: "context { tries: int 0...9 = 3, hand: int 0...9? = 1 }\ncommand failing\ncommand start")
        let found = found(in: text, among: ["Door": counted])
        #expect(
            found.contains { $0.code == .valueMayLeaveRange && $0.message.hasPrefix("the 'times' of 'door.open'") },
            "\(found)")
        #expect(
            found.contains { $0.code == .valueMayBeAbsent && $0.message.hasPrefix("the 'hand' of 'door.open'") },
            "\(found)")
    }
}
