import FlowFixtures
import FlowLanguage
import FlowMachine
import Foundation
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import TestThreads
import Testing

@testable import KeywayDebugger

@Suite("The smallest change by which a run ends otherwise", .longComputation)
struct ShortestEditTests {
    @Test(
        "Decided anew from what came, each transcript goes its way, but for those in which the app died",
        arguments: ShippedFlows.transcripts)
    func reproduced(path: String) throws {
        let records = try playedRecords(path)
        let history = try RunHistory(of: records)
        let isInterrupted = records.contains { record in
            switch record.content {
            case .resumed: true
            case .event(let told): [.restored, .interrupted, .refused, .valueGone, .granted].contains(told.cause)
            default: false
            }
        }
        if isInterrupted || history.endingStep == nil { return }
        let parameters = history.flow.table.parameters(in: history.beginning.outcome.context)
        var again = EditedRun(RunInputs(of: history), of: history.flow, choosing: parameters)
        again.play()
        #expect(again.state == history.machine.state.state)
        #expect(again.takenSteps.starts(with: history.takenSteps))
    }

    private static let text = """
        flow Late version 1
        command ask
        callback yes, no
        effect call
        source bell = "Bell" by kind singleton { YES => yes NO => no }
        final done success
        final failed
        require done only after yes
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on ask -> asking ignore yes, no }
        state asking { enter { do call } on yes -> done on no -> closing after 10s -> failed }
        state closing { on yes -> done ignore no after 3s -> failed }
        """

    /// The history of a run to which these callbacks came, by their names and their moments in milliseconds.
    private func history(_ callbacks: [(name: String, at: Int64)]) throws -> RunHistory {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("ask")
        for (name, at) in callbacks {
            try run.pass(until: at)
            try run.deliver(.object(["kind": .text(name)]))
        }
        try run.pass(until: 60_000)
        return try RunHistory(of: run.records())
    }

    @Test("A word that came too late is moved to just before the deadline, and no further")
    func late() throws {
        let edit = try ShortestEdit(of: history([("YES", 12_000)]))
        #expect(edit.from == "failed" && edit.to == "done" && edit.isComplete && !edit.isCertainlyMinimal)
        // At the very instant of the deadline the deadline comes first (rule 18).
        #expect(edit.edits == [.move(.init(sequence: 3, event: "yes", at: 12_000), to: 9_999)])
        #expect(edit.end == 9_999)
    }

    @Test("A deadline that the app let pass a little late, as every live run does, leaves the answer as it is")
    func lateDeadline() throws {
        let history = try history([("YES", 12_000)])
        var records = try { () throws -> [Record] in
            var run = try DrivenRun(LoadedFlow(Self.text))
            try run.send("ask")
            try run.pass(until: 12_000)
            try run.deliver(.object(["kind": .text("YES")]))
            return run.records()
        }()
        for place in records.indices where records[place].time.milliseconds == 10_000 {
            records[place].time = Instant(milliseconds: 10_003)
        }
        let late = try RunHistory(of: records)
        #expect(late.steps.contains { late.at($0) == 10_003 })
        #expect(try ShortestEdit(of: late) == ShortestEdit(of: history))
    }

    @Test("What has to come before a limit is told a millisecond before it, where runs and transcripts agree")
    func beforeALimit() throws {
        let text = """
            flow Removal version 1
            command start, again
            effect remove replies removed, lost otherwise lost within 10s
            final done
            final failed
            within 20m -> failed
            reject other
            late other
            state idle waits for user { on start -> removing }
            state removing { enter { do remove } on removed -> done on lost -> waiting on again -> failed }
            state waiting waits for user { on again -> done }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("start")
        try run.pass(until: 40_000)
        try run.send("again")
        let edit = try ShortestEdit(of: RunHistory(of: run.records()))
        #expect(edit.edits == [.move(.init(sequence: 3, event: "again", at: 40_000), to: 9_999)])
        #expect(edit.from == "done" && edit.to == "failed")
    }

    @Test("Of several moves the shortest is told, whichever word it moves")
    func shortest() throws {
        // 'no' begins a deadline of 3 s, which passes at 7 s. Where 'no' comes 501 ms later, 'yes' comes before it.
        let edit = try ShortestEdit(of: history([("NO", 4000), ("YES", 7500)]))
        #expect(edit.to == "done" && edit.isComplete)
        #expect(edit.edits.count == 1 && edit.edits[0].movedTime == 501)
    }

    @Test("A move by which a callback would come before its call is none, also where the call moves")
    func callBehindADeadline() throws {
        let text = """
            flow Late version 1
            command start, nudge
            callback token
            effect ask
            source bell = "Bell" by kind singleton { TOKEN => token }
            final done success
            final failed
            require done only after token
            within 20m -> failed
            ignore unrecognised
            reject other
            late other
            timer step
            state idle waits for user { on start -> resting reject nudge ignore token }
            state resting { enter { set step 5s } on nudge stay { set step 5s } on step -> asking ignore token }
            state asking { enter { do ask } on token -> done reject nudge after 10s -> failed }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("start")
        try run.pass(until: 2000)
        try run.send("nudge")
        try run.pass(until: 8000)
        try run.deliver(.object(["kind": .text("TOKEN")]))
        // A later nudge would move the call `ask` behind the token that answers it, so only the token itself may move.
        #expect(throws: Never.self) {
            let edit = try ShortestEdit(of: RunHistory(of: run.records()))
            for case .move(let recorded, _) in edit.edits { #expect(recorded.event == "token") }
        }
    }

    @Test("A callback stays behind the call that it may answer")
    func behindTheCall() throws {
        let inputs = RunInputs(of: try history([("YES", 12_000)]))
        let yes = try #require(inputs.inputs.first { $0.recorded?.name == "yes" })
        #expect(yes.earliest == 0 && inputs.inputs.first { $0.recorded?.name == "ask" }?.earliest == 0)
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.pass(until: 5000)
        try run.send("ask")
        try run.deliver(.object(["kind": .text("YES")]))
        let later = RunInputs(of: try RunHistory(of: run.records()))
        #expect(later.inputs.first { $0.recorded?.name == "yes" }?.earliest == 5000)
    }

    @Test("A callback that moves behind the next attempt is stale there, if its attempt is known")
    func staleBehindTheNextAttempt() throws {
        func edit(attempt: Int?) throws -> ShortestEdit {
            try ShortestEdit(
                of: twice { run in
                    try run.tell("WORD", by: "kind", attempt: attempt)
                    try run.pass(until: 2000)
                    try run.send("again")
                })
        }
        #expect(try edit(attempt: nil).to == "done")
        #expect(throws: ShortestEdit.Failure.self) { try edit(attempt: 1) }
    }

    @Test("A played edit says with which attempts callbacks came, also where it leaves the attempt of one out")
    func attemptsOfAnEdit() throws {
        let history = try twice { run in
            try run.send("again")
            try run.tell("WORD", by: "kind", attempt: 1)
            try run.pass(until: 2000)
            try run.tell("WORD", by: "kind", attempt: 2)
        }
        let words = history.steps.filter { $0.event == "word" }.map(\.record.sequence)
        let again = try #require(history.steps.first { $0.event == "again" })
        var unedited = EditedRun(RunInputs(of: history), of: history.flow, choosing: [:])
        unedited.play()
        var found = EditSearch.Found(unedited: unedited)
        #expect(PlayedEdit(history, with: found).attempts == [words[0]: 1, words[1]: 2])
        found.edits = [.drop(.init(sequence: again.record.sequence, event: "again", at: 1000))]
        #expect(PlayedEdit(history, with: found).attempts == [words[0]: 2, words[1]: 1])
    }

    /// The history of a run of a flow with two attempts, in whose first one, after a second, this happens.
    private func twice(_ happen: (inout DrivenRun) throws -> Void) throws -> RunHistory {
        let text = """
            flow Twice version 1
            command go, again
            callback word
            effect begin starts attempt
            source sdk = "SDK" by kind stamped { WORD => word }
            final done success
            final failed
            within 20m -> failed
            ignore unrecognised, stale word
            reject other
            late other
            state idle waits for user { on go -> first { do begin } }
            state first { on again -> second { do begin } ignore word after 5m -> failed }
            state second { on word -> done after 10s -> failed }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go")
        try run.pass(until: 1000)
        try happen(&run)
        try run.pass(until: 400_000)
        return try RunHistory(of: run.records())
    }

    /// The history of a run of two ways, which the person left for the second one, where a word succeeds.
    ///
    /// - Parameter source: by which the second way hears the word, which is called as the source is; the first has `Box`.
    private func secondWay(hearing source: String) throws -> RunHistory {
        func way(_ name: String, _ source: String) -> String {
            """
            flow \(name) version 1
            command go, cancel
            callback done
            source \(source.lowercased()) = "\(source)" by kind singleton { \(source) => done }
            final good success
            final bad
            require good only after done
            within 15m -> bad
            on cancel -> bad
            ignore unrecognised
            reject other
            state idle waits for user { on go -> running late done }
            state running { on done -> good after 10s -> bad }
            """
        }
        let flows = ["First": way("First", "Box"), "Second": way("Second", source)]
        var run = try DrivenRun(LoadedFlow(TwoWays.flow(first: "First", second: "Second"), among: flows))
        try run.send("start")
        try run.pass(until: 3000)
        try run.send("cancel", to: "first")
        try run.pass(until: 4000)
        try run.deliver(.object(["kind": .text(source)]))
        return try RunHistory(of: run.records())
    }

    @Test("No edit makes a sub-flow hear what another one heard, or has a command come before its sub-flow begins")
    func otherHearers() throws {
        // Where the person left the first way before it began, or the word came while it ran, it would hear the word as well.
        let edit = try ShortestEdit(of: secondWay(hearing: "Box"))
        #expect(edit.edits == [.move(.init(sequence: 8, event: "second.done", at: 4000), to: 13_000)])
        #expect(edit.to == "bad" && edit.untried == [.otherHearers])
    }

    @Test("Before a sub-flow begins nobody hears a word of its SDK alone")
    func unheardWord() throws {
        let edit = try ShortestEdit(of: secondWay(hearing: "Clock"))
        #expect(edit.edits == [.move(.init(sequence: 8, event: "second.done", at: 4000), to: 2999)])
        #expect(edit.to == "bad")
    }

    @Test("Where nothing that came could change the end, that is said")
    func none() throws {
        let silent = try history([])
        // Nothing came but the command, and the run fails whenever that comes.
        #expect(throws: ShortestEdit.Failure.noChangeFound(untried: [])) { try ShortestEdit(of: silent) }
    }

    /// A model of a provider: its bell may ring at any moment, or, with `isAsked`, only after a call.
    private struct Bell: ProviderBehavior {
        let callbacks: [RawValue] = [.object(["kind": .text("YES")]), .object(["kind": .text("NO")])]
        /// Whether it is silent before it is called.
        var isAsked = false
        /// How many callbacks it sends at most.
        var limit = Int.max

        func meaning(of happening: ProviderHappening) -> CallbackMeaning? { nil }

        mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int? {
            var (isCalled, heard) = (false, 0)
            for (place, happening) in happenings.enumerated() {
                switch happening {
                case .called: isCalled = true
                case .heard(_, _, _, _, _):
                    heard += 1
                    if isAsked && !isCalled || heard > limit { return place }
                }
            }
            return nil
        }
    }

    @Test("A callback that did not come is added as late as it helps, where the SDK may have said it")
    func addition() throws {
        let silent = try history([])
        let edit = try ShortestEdit(of: silent, beside: Bell())
        #expect(edit.to == "done" && edit.isCertainlyMinimal)
        #expect(edit.edits == [.add(.object(["kind": .text("YES")]), event: "yes", at: 9_999)])
        // This bell never rings. The search does not try callbacks that change nothing but might allow others, and says so.
        #expect(throws: ShortestEdit.Failure.noChangeFound(untried: [.idleEdits])) {
            try ShortestEdit(of: silent, beside: Bell(limit: 0))
        }
    }

    @Test("A callback that the SDK says only when it is asked is not added before the call, and cannot have come there")
    func onlyWhenAsked() throws {
        let text = Self.text.changing("effect call", to: "effect call calls Bell.ring")
        func history(_ text: String, ringing: Bool = false) throws -> RunHistory {
            var run = try DrivenRun(LoadedFlow(text))
            if ringing { try run.deliver(.object(["kind": .text("YES")])) }
            try run.pass(until: 5000)
            try run.send("ask")
            try run.pass(until: 60_000)
            return try RunHistory(of: run.records())
        }
        let behind = try ShortestEdit(of: history(text), beside: Bell(isAsked: true))
        #expect(behind.edits == [.add(.object(["kind": .text("YES")]), event: "yes", at: 14_999)])
        // Here a callback helps only before the call.
        let early = try history(
            text.changing("on ask -> asking ignore yes, no", to: "on ask -> asking on yes -> done ignore no")
                .changing("on yes -> done on no -> closing after", to: "ignore yes, no after"))
        let before = try ShortestEdit(of: early, beside: Bell())
        #expect(before.edits == [.add(.object(["kind": .text("YES")]), event: "yes", at: 4999)])
        #expect(throws: ShortestEdit.Failure.noChangeFound(untried: [.idleEdits])) {
            try ShortestEdit(of: early, beside: Bell(isAsked: true))
        }
        let rung = try history(text, ringing: true)
        let failure = ShortestEdit.Failure.notOfTheModels(.init(sequence: 1, event: "yes", at: 0), isEverSaid: true)
        #expect(throws: failure) {
            try ShortestEdit(of: rung, beside: Bell(isAsked: true))
        }
    }

    @Test("A callback that came is dropped, where the run ends otherwise without it")
    func drop() throws {
        // Without 'no' the run waits for 'yes' for ten seconds.
        let edit = try ShortestEdit(of: history([("NO", 4000), ("YES", 7500)]), beside: Bell(limit: 2))
        #expect(
            edit.edits == [.drop(.init(sequence: 2, event: "no", at: 4000))] && edit.to == "done"
                && edit.isCertainlyMinimal)
    }

    @Test("What the SDK cannot have said is told, and no edit is made of it")
    func impossible() throws {
        let run = try history([("NO", 4000)])
        let failure = ShortestEdit.Failure.notOfTheModels(.init(sequence: 2, event: "no", at: 4000), isEverSaid: true)
        #expect(throws: failure) {
            try ShortestEdit(of: run, beside: Bell(limit: 0))
        }
    }

    @Test("Two edits together are found where neither alone helps")
    func together() throws {
        let text =
            Self.text.changing("on yes -> done on no", to: "on yes -> twice on no")
            + "state twice { on yes -> done ignore no after 5s -> failed }"
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("ask")
        try run.pass(until: 60_000)
        let edit = try ShortestEdit(of: RunHistory(of: run.records()), beside: Bell())
        #expect(edit.to == "done" && edit.edits.count == 2 && !edit.isCertainlyMinimal)
    }

    @Test("What the backend was never asked is assumed, and told")
    func assumption() throws {
        let text =
            Self.text.changing("on yes -> done on no", to: "on yes -> proving on no")
            .changing("effect call", to: "effect call effect prove replies good, bad otherwise bad")
            .changing("require done only after yes", to: "")
            + "state proving { enter { do prove } on good -> done on bad -> failed late yes, no }"
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("ask")
        try run.pass(until: 60_000)
        let edit = try ShortestEdit(of: RunHistory(of: run.records()), beside: Bell())
        #expect(edit.to == "done" && edit.assumed.map(\.effect) == ["prove"] && edit.assumed.map(\.name) == ["good"])
        // A change that assumes no reply might be smaller.
        #expect(!edit.isCertainlyMinimal)
    }

    /// The history of a run in which the bell never rang, of a flow that goes to the state `first` when it rings.
    ///
    /// - Parameters:
    ///   - replies: the declarations of the effects that the states order, with their replies.
    ///   - rows: the states from `first` on, which decide by the replies whether the run is done.
    private func asking(_ replies: String, deciding rows: String) throws -> RunHistory {
        let text =
            Self.text.changing("on yes -> done on no", to: "on yes -> first on no")
            .changing("effect call", to: "effect call \(replies)")
            .changing("require done only after yes", to: "") + rows
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("ask")
        try run.pass(until: 60_000)
        return try RunHistory(of: run.records())
    }

    @Test("Each effect that was never asked has an answer of its own: two that differ are found together")
    func mixedAssumptions() throws {
        // The run needs the first reply of `one` and the second of `two`: trying the same position of both would find nothing.
        let history = try asking(
            "effect one replies good, bad otherwise bad effect two replies wrong, right otherwise wrong",
            deciding: """
                state first { enter { do one } on good -> second on bad -> failed late yes, no }
                state second { enter { do two } on right -> done on wrong -> failed late yes, no }
                """)
        let edit = try ShortestEdit(of: history, beside: Bell())
        #expect(edit.to == "done" && edit.assumed.map(\.name) == ["good", "right"])
    }

    @Test("A reply with a truth, a case or a small number is assumed with each of their values")
    func finiteAnswers() throws {
        let history = try asking(
            "effect one replies seen(is: bool, place: Place, count: int 0...3) otherwise seen(is: false, place: far, count: 0)",
            deciding: """
                enum Place { far, near }
                state first {
                  enter { do one }
                  on seen when is and place == near and count == 2 -> done
                  on seen -> failed
                  late yes, no
                }
                """)
        let edit = try ShortestEdit(of: history, beside: Bell())
        #expect(edit.to == "done" && edit.assumed.count == 1)
        #expect(edit.assumed[0].fields.map(\.description) == ["is = true", "place = near", "count = 2"])
    }

    @Test("Of a number with many values only two are tried, and the search says that it left some out")
    func largeNumber() throws {
        let history = try asking(
            "effect one replies seen(count: int 0...100000) otherwise seen(count: 0)",
            deciding: """
                state first {
                  enter { do one }
                  on seen when count == 777 -> done
                  on seen -> failed
                  late yes, no
                }
                """)
        #expect(untried { try ShortestEdit(of: history, beside: Bell()) }?.contains(.answers) == true)
    }

    /// What a search left untried, whether or not it found a change.
    private func untried(_ search: () throws -> ShortestEdit) -> [ShortestEdit.Untried]? {
        do { return try search().untried } catch ShortestEdit.Failure.noChangeFound(let untried) {
            return untried
        } catch { return nil }
    }

    @Test("A search says that it came to its limit of steps, or that it was stopped")
    func stopped() throws {
        let silent = try history([])
        #expect(untried { try ShortestEdit(of: silent, beside: Bell(limit: 0), upTo: 1) }?.first == .stopped)
        #expect(
            untried { try ShortestEdit(of: silent, beside: Bell(limit: 0), while: { _ in false }) } == [.interrupted])
    }

    @Test(
        "The run machine takes the edited run to the same end, and nothing of the search is needed for it",
        arguments: [[("YES", 12_000 as Int64)], [("NO", 4000), ("YES", 7500)]])
    func confirmed(callbacks: [(String, Int64)]) throws {
        let history = try history(callbacks.map { (name: $0.0, at: $0.1) })
        var search = EditSearch(of: history, beside: nil, upTo: ShortestEdit.usualStepCount)
        let found = try #require(search.shortest { _ in true })
        #expect(PlayedEdit(history, with: found).state == found.state)
        // Without an edit the run ends as it was recorded.
        var none = found
        none.edits = []
        none.assumed = []
        #expect(PlayedEdit(history, with: none).state == history.lastOutcome.state)
    }

    @Test(
        "The run machine takes each transcript from what came to it to its end", arguments: ShippedFlows.transcripts)
    func playedAgain(path: String) throws {
        let history = try RunHistory(of: playedRecords(path))
        if history.endingStep == nil || history.isResumed || history.usesLanes { return }
        let parameters = history.flow.table.parameters(in: history.beginning.outcome.context)
        var again = EditedRun(RunInputs(of: history), of: history.flow, choosing: parameters)
        again.play()
        guard again.state == history.lastOutcome.state, !again.isOverLimit else { return }
        #expect(PlayedEdit(history, with: .init(unedited: again)).state == again.state)
    }

    @Test(
        "The answer for shipped transcripts names another end, to which the run with that move comes",
        arguments: [
            "CAStrongAuthentication/Transcripts/deletion-confirmed.jsonl",
            "CAStrongAuthentication/Transcripts/offline-pin.jsonl",
            "OTPless/Transcripts/smartauth-given-up-in-doubt.jsonl",
        ])
    func shipped(path: String) throws {
        let history = try RunHistory(of: playedRecords(path))
        let edit = try ShortestEdit(of: history)
        #expect(edit.from != edit.to && !edit.edits.isEmpty)
        var inputs = RunInputs(of: history)
        for change in edit.edits { inputs.apply(change) }
        var again = EditedRun(
            inputs, of: history.flow, choosing: history.flow.table.parameters(in: history.beginning.outcome.context))
        again.play()
        #expect(history.flow.table.states[again.state].name == edit.to)
    }

    @Test("Of the steps of an edited run only those that change it are limited")
    func unchanging() throws {
        let text = Self.text.changing(
            "command ask", to: "context { n: int 0...3 = 0 } command ask, count"
        )
        .changing("ignore yes, no }", to: "on count stay { n = 0 } ignore yes, no }")
        var run = try DrivenRun(LoadedFlow(text))
        for _ in 1...1950 { try run.send("count") }
        for _ in 1...64 { try run.deliver(.object(["kind": .text("NO")])) }
        try run.send("ask")
        try run.pass(until: 60_000)
        let history = try RunHistory(of: run.records())
        var again = EditedRun(RunInputs(of: history), of: history.flow, choosing: [:])
        again.play()
        #expect(!again.isOverLimit && again.stepCount > 2000)
        #expect(again.state == history.machine.state.state && again.takenSteps == history.takenSteps)
    }

    @Test(
        "A flow that begins for ever what ends at once comes to no answer, and does not hang", .timeLimit(.minutes(20)))
    func endless() throws {
        let (child, parent) = (ShortSubFlow.child, ShortSubFlow.parent(leadingTo: "round"))
        let directory = FlowDirectory { name in
            name == "Kid" ? .text(SourceText(path: "Kid.flow", bytes: Array(child.utf8))) : .nothing
        }
        let flow = try LoadedFlow(parent, path: "Mum.flow", among: directory)
        var run = try DrivenRun(flow)
        try run.send("go")
        let records = run.records()
        var again = EditedRun(RunInputs(of: try RunHistory(of: records)), of: RunningFlow(flow.table), choosing: [:])
        again.play()
        #expect(again.isOverLimit)
        var comparison = Comparison()
        try comparison.add(records, by: RunningFlow(flow.table))
        #expect(comparison.runCount == 0 && comparison.unknown.isEmpty && comparison.tooLong.count == 1)
    }
}
