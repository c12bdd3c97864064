import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@testable import KeywayDebugger

@Suite("What the app's own code did not do")
struct AppFailureTests {
    /// The last three rows of the flow itself: a callback that no source reads changes nothing; a command that no row names is rejected;
    /// and the flow claims that no other callback or reply can come.
    private static let text = """
        flow Letter version 1
        command start, again
        callback link
        effect send
        effect redeem replies yes, unreachable otherwise unreachable within 10s
        source mail = "Mail" by kind singleton { LINK => link }
        final done success
        final noLetter
        require done only after yes
        within 20m -> noLetter
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> sending ignore link }
        state sending { enter { do send } on link -> redeeming after 30s -> noLetter }
        state redeeming { enter { do redeem } on yes -> done on unreachable -> waiting ignore link }
        state waiting waits for user { on again -> redeeming ignore link }
        """

    /// The records of a run in which the handler of `send` ended as `closing` says, and the deadline of 30 s passed after that.
    private func sent(_ closing: Closing) throws -> [Record] {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("start")
        try run.pass(until: 200)
        try run.finish(try #require(run.orders(of: "send").last), closing)
        try run.pass(until: 60_000)
        return run.records()
    }

    private func sentences(
        _ records: [Record], _ subject: Explanation.Sentence.Subject
    ) throws -> [String] {
        try Explanation(of: RunHistory(of: records)).sentences.filter { $0.subject == subject }.map(\.text)
    }

    @Test("Two runs part where a handler ended otherwise, also where the flow heard nothing of it")
    func compared() throws {
        func shadow(_ outcome: AppOutcome) throws -> [Record] {
            var run = try DrivenRun(LoadedFlow(Self.text), kind: .shadow)
            try run.send("start")
            try run.decide(.appEnded(outcome))
            return run.records()
        }
        func place(_ left: [Record], _ right: [Record]) throws -> Comparison.Place? {
            var comparison = Comparison()
            comparison.add(try Replay(of: left), try Replay(of: right))
            return comparison.changes.first?.first
        }
        let threw = Comparison.Place(run: DrivenRun.id, sequence: 2, event: "handler failed")
        #expect(try place(sent(.failed), sent(.returned)) == threw)
        #expect(try place(sent(.failed), sent(.failed)) == nil)
        // The note that a handler returned may stand at another place in another run, or be missing, so it is not compared.
        #expect(try place(sent(.returned), sent(.returned)) == nil)
        let ended = Comparison.Place(run: DrivenRun.id, sequence: 2, event: "app ended")
        #expect(try place(shadow(.succeeded), shadow(.failed())) == ended)
        #expect(try place(shadow(.succeeded), shadow(.succeeded)) == nil)
    }

    @Test(
        "A handler that threw, was not called or was cut short is told beside the deadline that ended the run",
        arguments: [
            (Closing.failed, "Send, ordered by record 1, failed: its handler threw (at 0.2 s, record 2)."),
            (
                .valueGone,
                "Send, ordered by record 1, was not performed: a value that it needs was gone when the run came back (at 0.2 s, record 2)."
            ),
            (
                // The source of an SDK that is `singleton` is held by the run that called it last.
                .refused,
                "Send, ordered by record 1, was not performed: another run held the SDK that it calls (at 0.2 s, record 2)."
            ),
            (
                .interrupted,
                "Send, ordered by record 1, was cut short: its process ended, or lost its lease of the log (at 0.2 s, record 2)."
            ),
        ])
    func closed(closing: Closing, sentence: String) throws {
        let records = try sent(closing)
        #expect(try sentences(records, .handler) == [sentence])
        #expect(try sentences(records, .cause).first?.contains("the deadline after 30s") == true)
        let replayed = try Replay(of: records)
        #expect(replayed.notes.map(\.sequence) == [2] && replayed.notes.first?.effect == "send")
        var statistics = Statistics()
        statistics.add(try RunHistory(of: records))
        let counted = statistics.flows.first?.counts.failures.sorted.map(\.text)
        #expect(counted == [closing == .failed ? "send failed" : "send was not performed"])
    }

    @Test("That a handler returned is told by a note of the replay, and not by the explanation")
    func returned() throws {
        let records = try sent(.returned)
        #expect(try sentences(records, .handler).isEmpty)
        let replayed = try Replay(of: records)
        #expect(replayed.notes.map(\.kind) == [.handlerReturned])
        #expect(replayed.notes.map(\.text) == ["send, ordered by record 1, has finished"])
        // Each record is the beginning, an entry or a note.
        let told = [0] + replayed.timeline.entries.map(\.sequence) + replayed.notes.map(\.sequence)
        #expect(told.sorted() == records.map(\.sequence))
        var statistics = Statistics()
        statistics.add(try RunHistory(of: records))
        #expect(statistics.flows.first?.counts.failures.sorted.isEmpty == true)
    }

    @Test("Replies that came only because a handler threw are explained, alike ones in one sentence with their count")
    func thrown() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("start")
        try run.deliver(.object(["kind": .text("LINK")]))
        for attempt in 0..<2 {
            if attempt > 0 { try run.send("again") }
            try run.finish(try #require(run.orders(of: "redeem").last), .failed)
        }
        try run.pass(until: 30 * 60_000)
        let told = try sentences(run.records(), .handler)
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.hasPrefix("Unreachable, because the handler of redeem threw or gave no answer: ") == true)
        #expect(told.first?.contains("the first of 2 times") == true)
        var statistics = Statistics()
        statistics.add(try RunHistory(of: run.records()))
        #expect(statistics.flows.first?.counts.failures.sorted.map { "\($0.text) \($0.count)" } == ["redeem failed 2"])
    }

    @Test("The explanation says when another process went on with the run")
    func resumed() throws {
        var records = try sent(.returned)
        let last = records.removeLast()
        let resumption = Resumption(epoch: 2, wallTime: last.time, salt: 8)
        records.append(
            Record(run: last.run, sequence: last.sequence, time: last.time, content: .resumed(resumption)))
        #expect(
            try sentences(records, .process) == [
                "Another process went on with the run (at \(last.time.milliseconds.spelled), record \(last.sequence))."
            ])
    }
}
