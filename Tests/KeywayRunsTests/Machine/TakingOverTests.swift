import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayTesting
import Testing

@testable import KeywayRuns

@Suite("Orders whose node is gone")
struct TakingOverTests {
    private static let text = """
        flow Desk version 1
        command go, leave
        effect ask replies yes, no otherwise no within 30s
        effect call once replies up, down otherwise down within 40s
        effect note
        effect ring once
        effect show volatile
        final gone
        within 20m -> gone
        reject other
        late other
        state idle waits for user { on go -> waiting }
        state waiting {
          enter { do ask; do call; do note; do ring; do show }
          on yes stay
          on no stay
          on up stay
          on down -> gone
          on leave -> gone
        }
        """

    private func run() throws -> DrivenRun {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("go")
        return run
    }

    private func orders(_ effects: [String], of run: DrivenRun) -> [EffectOrder.ID] {
        effects.compactMap { run.orders(of: $0).last?.order.id }
    }

    private func take(_ effects: [String], in run: inout DrivenRun) throws -> RunDecision {
        try run.machine.decide(.takenOver(orders(effects, of: run)), at: run.time.now)
    }

    private func performed(_ decision: RunDecision) -> [EffectOrder.Key] {
        decision.consequences.compactMap { if case .perform(let order) = $0 { order.key } else { nil } }
    }

    @Test("What may be performed again is on record, and performed with the key that it has had")
    func again() throws {
        var run = try run()
        let decision = try take(["ask", "note"], in: &run)
        #expect(decision.records.map(\.content) == [.takenOver(orders(["ask", "note"], of: run))])
        #expect(performed(decision) == ["ask", "note"].compactMap { run.orders(of: $0).last?.key })
    }

    @Test("What happens once is ended, with its `otherwise` where it has one")
    func ended() throws {
        var run = try run()
        let decision = try take(["ring"], in: &run)
        #expect(decision.records.map(\.content) == [.closed(orders(["ring"], of: run)[0], .interrupted)])
        #expect(performed(decision) == [])
        let called = try take(["call"], in: &run)
        guard case .event(let told) = called.records.first?.content else { throw Failure.noEvent }
        #expect(told.cause == .interrupted && run.machine.isEnded)
    }

    @Test("An order that an end in the same decision has closed is neither on record as taken nor performed")
    func closedMeanwhile() throws {
        var run = try run()
        // The `otherwise` of `call` ends the run, and with it the wait for the answer of `ask`.
        let decision = try take(["ask", "call"], in: &run)
        #expect(performed(decision) == [])
        #expect(!decision.records.contains { if case .takenOver = $0.content { true } else { false } })
    }

    @Test("No more is taken than was named, and an order that is not open is passed over")
    func others() throws {
        var run = try run()
        let none = try run.machine.decide(.takenOver([EffectOrder.ID(sequence: 9, index: 9)]), at: run.time.now)
        #expect(none.records == [] && performed(none) == [])
        let decision = try take(["note", "show"], in: &run)
        #expect(performed(decision) == run.orders(of: "note").map(\.key))
    }

    @Test("A record of taken orders replays; one that names an order that may not be performed again disagrees")
    func replayed() throws {
        var run = try run()
        let records = run.records()
        let decision = try take(["ask", "note"], in: &run)
        let whole = records + decision.records
        #expect(try Replay(of: whole).disagreement == nil)
        var wrong = whole
        wrong[whole.count - 1].content = .takenOver(orders(["call"], of: run))
        let found = try #require(try Replay(of: wrong).disagreement)
        #expect(found.sequence == UInt64(records.count) && found.event == "taken over" && found.field == "order")
    }

    private enum Failure: Error { case noEvent }
}
