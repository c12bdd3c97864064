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
    private static let text = """
        flow Letter version 1
        command start, again
        callback link
        effect send
        effect redeem replies yes, unreachable otherwise unreachable within 10s
        source mail = "Mail" by kind singleton { LINK => link }
        final done success
        final silent
        require done only after yes
        within 20m -> silent
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> sending ignore link }
        state sending { enter { do send } on link -> redeeming after 30s -> silent }
        state redeeming { enter { do redeem } on yes -> done on unreachable -> waiting ignore link }
        state waiting waits for user { on again -> redeeming ignore link }
        """

    /// The records of a run in which the handler of `send` ended so, and whose deadline of 30 s then passed.
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

    @Test(
        "A handler that threw, was not called or was cut short is told beside the deadline that ended the run",
        arguments: [
            (Closing.failed, "Send, ordered by record 1, failed: its handler threw at 0.2 s, record 2."),
            (
                .valueGone,
                "Send, ordered by record 1, was not performed: a value that it needs was gone when the run came back at 0.2 s, record 2."
            ),
            (
                .refused,
                "Send, ordered by record 1, was not performed: another run held the SDK that it calls at 0.2 s, record 2."
            ),
            (
                .interrupted,
                "Send, ordered by record 1, was cut short: its process ended, or had no right to the log any more at 0.2 s, record 2."
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
        let counted = statistics.flows.first?.counts.failures.sorted.map(\.word)
        #expect(counted == [closing == .failed ? "send failed" : "send was not performed"])
    }

    @Test("A handler that returned is a note of the replay, and nothing to explain")
    func returned() throws {
        let records = try sent(.returned)
        #expect(try sentences(records, .handler).isEmpty)
        let replayed = try Replay(of: records)
        #expect(replayed.notes.map(\.kind) == [.handlerReturned])
        #expect(replayed.notes.map(\.text) == ["send, ordered by record 1, has finished"])
        // The beginning, the entries and the notes together have every record once.
        let told = [0] + replayed.timeline.entries.map(\.sequence) + replayed.notes.map(\.sequence)
        #expect(told.sorted() == records.map(\.sequence))
        var statistics = Statistics()
        statistics.add(try RunHistory(of: records))
        #expect(statistics.flows.first?.counts.failures.sorted.isEmpty == true)
    }

    @Test("An answer that came only because a handler threw is told, and each kind once with its number")
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
        #expect(statistics.flows.first?.counts.failures.sorted.map { "\($0.word) \($0.count)" } == ["redeem failed 2"])
    }

    @Test("That another process went on is told with its moment")
    func resumed() throws {
        var records = try sent(.returned)
        let last = records.removeLast()
        let resumption = Resumption(epoch: 2, wallTime: last.time, salt: 8)
        records.append(
            Record(run: last.run, sequence: last.sequence, time: last.time, content: .resumed(resumption)))
        #expect(
            try sentences(records, .process) == [
                "Another process went on with the run at \(last.time.milliseconds.spelled), record \(last.sequence)."
            ])
    }
}
