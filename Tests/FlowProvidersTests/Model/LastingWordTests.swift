import FlowFixtures
import FlowMachine
import FlowTranscripts
import Testing

@testable import FlowProviders

/// A lasting word (rule 29b), which an earlier attempt may speak at any moment for ever, is heard at once and waits in no channel.
@Suite("Words that may come at any moment")
struct LastingWordTests {
    private static let context = "context { turned: bool = false, old: bool = true }"

    /// `emit jam` stands in the file's scope, so `jam` is a lasting word. The other row lets an earlier run's `open` come.
    private static let lasting = LockedDoor.model(context: context)
        .changing("state any {", to: "emit jam when old stay\nemit open then jam when old stay\nstate any {")

    /// The same row inside the only state. A model may leave a state before the word is heard, so the word waits in the channel.
    private static let waiting = LockedDoor.model("emit jam when old stay", context: context)
        .changing("state any {", to: "emit open then jam when old stay\nstate any {")

    /// A flow that waits for `opened` for 9 s more after `jammed`.
    private static let patient = LockedDoor.flow(
        turning: "on opened -> asking\n  on jammed -> doubting\n  after 30s -> failed"
    )
    .changing(
        "state asking {",
        to: "state doubting { on opened -> asking ignore jammed after 9s -> failed }\nstate asking {"
    )
    .changing("state idle waits for user {", to: "state idle waits for user { late opened, jammed")

    @Test(
        "A lasting word is heard at once, so that fewer configurations show the same",
        arguments: [Channel(), .faulty()])
    func sameShown(channel: Channel) throws {
        let flow = try machine(Self.patient)
        let lasting = try explore(flow, against: model(Self.lasting), through: channel)
        let waiting = try explore(flow, against: model(Self.waiting), through: channel)
        #expect(lasting.configurations < waiting.configurations)
        #expect(lasting.judgements.map(\.name) == waiting.judgements.map(\.name))
        #expect(lasting.judgements.map(\.verdict) == waiting.judgements.map(\.verdict))
        #expect(lasting.reached.rows == waiting.reached.rows && lasting.reached.states == waiting.reached.states)
        #expect(lasting.reached.modelRowsReached == waiting.reached.modelRowsReached)
    }

    @Test("A row by which a lasting word ends the run is found, with a run that shows it")
    func found() throws {
        let exploration = try explore(machine(LockedDoor.flow()), against: model(Self.lasting))
        let broken = exploration.judgements.filter { $0.verdict == .broken }
        #expect(broken.contains { $0.name == "30.v" })
        let violation = try #require(broken.first { $0.name == "30.v" }?.violations.first)
        let counterexample = exploration.counterexample(of: violation)
        #expect(
            try counterexample.played(by: exploration.machine) == violation.run.legDecisions,
            "\(counterexample.transcript.text)")
    }

    @Test(
        "A word is lasting only if its row stands in the file's scope, stays, assigns nothing, and reads only ghosts that nothing clears"
    )
    func which() throws {
        func words(_ rows: String) throws -> Int {
            let text = LockedDoor.model(context: Self.context).changing("state any {", to: "\(rows)\nstate any {")
            return try model(text).lastingWords.count
        }
        #expect(try words("emit jam when old stay") == 1)
        for row in [
            "emit jam stay", "emit jam when old stay { old = false }", "emit jam when old stay { turned = false }",
            "emit jam when old and turned stay", "emit jam when not old stay", "emit jam when old -> any",
            "emit open then jam when old stay", "emit jam when old stay\nquiet when old stay { old = false }",
        ] {
            #expect(try words(row) == 0, "\(row)")
        }
        #expect(try model(Self.waiting).lastingWords.isEmpty)
    }
}
