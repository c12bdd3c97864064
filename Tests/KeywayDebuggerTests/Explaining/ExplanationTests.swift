import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayRuns
import Testing

@Suite("What an explanation says")
struct ExplanationTests {
    private func sentences(_ path: String, _ subject: Explanation.Sentence.Subject) throws -> [String] {
        try Explanation(of: RunHistory(of: playedRecords(path))).sentences.filter { $0.subject == subject }.map(\.text)
    }

    @Test("An explanation tells what ended a run, where its result comes from, and which deadlines passed")
    func ending() throws {
        let path = "OTPless/Transcripts/sna-timeout.jsonl"
        #expect(
            try sentences(path, .ending) == [
                "It ended in failed at 18.2 s, record 35: failure = timedOut, why = refused."
            ])
        let cause = try #require(try sentences(path, .cause).first)
        #expect(cause.hasPrefix("What ended it was the answer pending to checkStatus in lastly (SNA.flow:"))
        let values = try sentences(path, .value)
        #expect(
            values.contains {
                $0.hasPrefix("failure = timedOut since 8") && $0.contains("the provider's word sdkFailed")
            })
        #expect(
            values.contains { $0.hasPrefix("why = refused since") && $0.contains("the deadline after 10s in closing") })
        #expect(try sentences(path, .deadline).contains { $0.contains("the deadline after 10s") })
    }

    @Test("Of a run that damage has cut an explanation tells where the run was last, and not that the run waits")
    func cut() throws {
        let records = Array(try playedRecords("OTPless/Transcripts/sna-timeout.jsonl").prefix(12))
        let open = try RunHistory(of: records)
        let cut = try RunHistory(of: records, losing: .certain)
        let (before, after) = (Explanation(of: open).sentences, Explanation(of: cut).sentences)
        #expect(before.contains { $0.subject == .waiting } && !after.contains { $0.subject == .waiting })
        let ending = try #require(after.first { $0.subject == .ending }).text
        let words = "How the run went on is lost in damage: it came to \(open.state.name) at "
        #expect(ending.hasPrefix(words), "\(ending)")
        #expect(throws: ShortestEdit.Failure.cut) { try ShortestEdit(of: cut) }
        #expect(throws: ShortestEdit.Failure.notEnded) { try ShortestEdit(of: open) }
    }

    @Test("Of a run without an end in what is left of a damaged log an explanation says that it may have ended")
    func perhapsCut() throws {
        let records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        let part = Array(records.prefix(12))
        let (open, lost) = (try RunHistory(of: part), try RunHistory(of: part, losing: .possible))
        let (before, after) = (Explanation(of: open).sentences, Explanation(of: lost).sentences)
        let ending = try #require(after.first { $0.subject == .ending }).text
        let words =
            "The run has not ended in what is left of the damaged log, and may have ended in the damaged part: "
            + "it came to \(open.state.name) at "
        #expect(ending.hasPrefix(words), "\(ending)")
        let waits = before.filter { $0.subject == .waiting }.map(\.text)
        #expect(!waits.isEmpty)
        let waitsUnlessEnded = waits.map { $0.changing("It waits", to: "Unless it ended, it waits") }
        #expect(after.filter { $0.subject == .waiting }.map(\.text) == waitsUnlessEnded)
        #expect(throws: ShortestEdit.Failure.perhapsCut) { try ShortestEdit(of: lost) }
        // A run that has ended can only have lost what came behind its end.
        let whole = try RunHistory(of: records, losing: .possible)
        #expect(Explanation(of: whole) == Explanation(of: try RunHistory(of: records)))
        #expect(!whole.mayHaveEnded && lost.mayHaveEnded && !open.mayHaveEnded)
    }

    @Test("An order that was given up when the run came back was not at work when the process ended")
    func givenUp() throws {
        var records = try playedRecords("OTPless/Transcripts/sna-restart.jsonl")
        let comeback = try #require(records.firstIndex { if case .resumed = $0.content { true } else { false } })
        // An order of the new process, which logs of earlier versions call interrupted.
        let place = try #require(
            records.indices.first { place in
                guard place > comeback, case .event(let told) = records[place].content, let order = told.answers else {
                    return false
                }
                return order.sequence > records[comeback].sequence && [.interrupted, .valueGone].contains(told.cause)
            })
        guard case .event(var told) = records[place].content else { return }
        told.cause = .interrupted
        records[place].content = .event(told)
        let texts = try Explanation(of: RunHistory(of: records)).sentences.map(\.text)
        #expect(texts.contains { $0.contains("because checkStatus was given up when the run came back") }, "\(texts)")
        #expect(!texts.contains { $0.contains("while checkStatus was at work") }, "\(texts)")
    }

    @Test("A word before its sub-flows begin keeps its name, and is told as one that came too early")
    func earlyWord() throws {
        let records = try playedRecords(
            "Transcripts/phone-fall-through-to-smart.jsonl",
            adding: #"{"at": 0.1, "callback": {"responseType": "SDK_READY", "statusCode": 200}}"#)
        let history = try RunHistory(of: records)
        #expect(history.steps.compactMap { $0.eventRecord?.unread?.words } == ["SDK_READY, status 200"])
        #expect(
            Explanation(of: history).sentences.contains {
                $0.text.hasSuffix(
                    "silent and smart had not begun, and no other leg has a row for SDK_READY with status 200.")
            })
        var statistics = Statistics()
        statistics.add(history)
        #expect(statistics.flows.first?.counts.unread.counts == ["SDK_READY 200 before silent and smart": 1])
        // Both later hearings are of this one word.
        #expect(history.words.filter { !$0.isHeardAtOnce }.isEmpty)
    }

    @Test("A command for a sub-flow that has not begun is told as one of which nothing came")
    func earlyCommand() throws {
        // A run records such a command only with an identity, which a transcript's commands do not have.
        let beginning = try #require(try playedRecords("Transcripts/phone-fall-through-to-smart.jsonl").first)
        let smart = try #require(RunningFlow(ShippedFlows.named("PhoneLogin").table).subFlow(named: "smart"))
        let resend = try #require(smart.table.event(named: "resend"))
        let early = CommandBeforeLeg(leg: "smart", command: resend, fields: [], commandID: "tap")
        let records = [
            beginning,
            Record(
                run: beginning.run, sequence: 1, time: Instant(milliseconds: 100), content: .commandBeforeLeg(early)),
        ]
        let history = try RunHistory(of: records)
        let dropped = Explanation(of: history).sentences.filter { $0.subject == .dropped }.map(\.text)
        #expect(
            dropped.contains { $0.hasPrefix("smart.resend was rejected: smart had not begun (at 0.1 s, record ") },
            "\(dropped)")
        var statistics = Statistics()
        statistics.add(history)
        #expect(statistics.flows.first?.counts.dropped.counts["rejected smart.resend"] == 1)
    }

    @Test("A word behind the end is told with what it would have done just before")
    func missed() throws {
        let paths = try ShippedFlows.transcripts.filter { path in
            try !sentences(path, .missed).isEmpty
        }
        #expect(!paths.isEmpty)
        for path in paths {
            for text in try sentences(path, .missed) {
                #expect(text.contains("after the end. Just before the end it would"))
            }
        }
    }

    @Test(
        "Every event of which nothing came is in one sentence, and none of any other",
        arguments: ShippedFlows.transcripts)
    func dropped(path: String) throws {
        let history = try RunHistory(of: playedRecords(path))
        let dropped = history.steps.filter { ![.taken, .stayed].contains($0.disposition) }
        let sentences = Explanation(of: history).sentences.filter { $0.subject == .dropped }
        #expect(Set(sentences.compactMap(\.event)) == Set(dropped.map(\.event)))
        let counted = sentences.reduce(0) { sum, sentence in
            return sum + (sentence.text.firstMatch(of: /the first of (\d+) times/).flatMap { Int($0.output.1) } ?? 1)
        }
        #expect(counted == dropped.count)
    }

    @Test("Each run is either ended, with one cause, or waits", arguments: ShippedFlows.transcripts)
    func kinds(path: String) throws {
        let history = try RunHistory(of: playedRecords(path))
        let explanation = Explanation(of: history)
        let isEnded = history.endingStep != nil
        #expect(explanation.sentences.count { $0.subject == .ending } == 1)
        #expect((explanation.cause != nil) == isEnded)
        // What ended a run came from outside of it: it is no event that another record brought.
        if let cause = explanation.cause, let sequence = cause.sequence {
            let step = try #require(history.steps.first { $0.record.sequence == sequence })
            if case .owed? = step.eventRecord?.cause { Issue.record("\(path): \(cause.text)") }
        }
    }

    @Test("What ended a run through a sub-flow that ends at once is what began the sub-flow")
    func subFlowThatEndsAtOnce() throws {
        let (child, parent) = (ShortSubFlow.child, ShortSubFlow.parent(leadingTo: "done"))
        var run = try DrivenRun(LoadedFlow(parent, among: ["Kid": child]))
        try run.send("go")
        let explanation = Explanation(of: try RunHistory(of: run.records()))
        #expect(explanation.cause?.sequence == 1)
        #expect(
            explanation.cause?.text
                == "What ended it was the app's command go in idle (tiny.flow:6) (so kid.over came to round).")
        // Where the run begins by running the sub-flow, no event came from outside.
        let first = parent.changing("state idle waits for user { on go -> round }\n", to: "")
        let begun = try DrivenRun(LoadedFlow(first, among: ["Kid": child]))
        #expect(
            Explanation(of: try RunHistory(of: begun.records())).cause?.text
                == "What ended it was the beginning of kid (so kid.over came to round).")
    }

    @Test("A secret of the result is told with the event that set it last")
    func secretSetTwice() throws {
        let text = """
            flow Twice version 1
            type Token = text(1...9) secret
            context { token: Token?, count: int 0...9 = 0 }
            command go
            callback word(token: Token)
            source sdk = "SDK" by kind singleton { WORD => word(token: token) }
            final done keeps token
            final failed
            within 20m -> failed
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on go -> waiting ignore word }
            state waiting { on word -> proving { keep token } after 1m -> failed }
            state proving { on word stay { keep token; count += 1 } after 5s -> done }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go")
        for second in 1...2 as ClosedRange<Int64> {
            try run.pass(until: 1000 * second)
            try run.tell("WORD", by: "kind", ["token": .text("t\(second)")])
        }
        try run.pass(until: 60_000)
        let sentences = Explanation(of: try RunHistory(of: run.records())).sentences
        #expect(
            sentences.filter { $0.subject == .value }.map(\.text)
                == ["token present since 2 s: by the provider's word word in proving (tiny.flow:15)."])
    }

    @Test("Records that the flow does not make are told first")
    func disagreement() throws {
        var records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        guard case .event(var told) = records[3].content else {
            Issue.record("\(records[3])")
            return
        }
        told.disposition = told.disposition == .late ? .ignored : .late
        records[3].content = .event(told)
        let first = try Explanation(of: RunHistory(of: records)).sentences.first
        #expect(first?.subject == .disagreement && first?.sequence == 3)
    }
}
