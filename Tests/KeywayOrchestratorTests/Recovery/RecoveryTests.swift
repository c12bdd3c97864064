import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("An orchestrator goes on with the runs that its log left open")
struct RecoveryTests {
    /// A flow with an effect of each kind, and waits with deadlines.
    static let text = """
        flow Paying version 1
        type Card = text(1...30) secret
        context { card: Card? }
        command start(card: Card), pay, ask, look, report, open, cancel
        effect charge once replies paid, unsure otherwise unsure within 60s
        effect query replies yes, no otherwise no within 60s
        effect tell
        effect beep volatile
        effect store(card: Card) replies stored, lost otherwise lost within 60s
        final done
        final failed
        within 20m -> failed
        on cancel -> failed
        reject other
        late other
        state idle waits for user {
          on start -> ready { keep card }
          on pay -> paying { do beep; do charge }
          on ask -> asking { do query }
          on report -> telling { do tell }
          on look -> looking
          on open -> sheet
        }
        state sheet waits for user { enter { do beep }  on restored -> sheet  on pay -> done }
        state ready waits for user { on pay -> storing { do store(card) } }
        state storing { on stored -> done  on lost -> doubtful }
        state paying { on paid -> done  on unsure -> doubtful }
        state asking { on yes -> done  on no -> doubtful }
        state telling waits for user { on pay -> done }
        state looking { after 30s -> looked }
        state looked { after 30s -> doubtful }
        state doubtful waits for user { on pay -> done }
        """

    private static func phone(
        time: any Orchestrator.TimeSource = TestClock(),
        _ performing: @escaping NotingHandler.Performing = { _, _ in nil }
    ) throws -> Phone {
        Phone(try LoadedFlow(text), time: time, performing)
    }

    /// A phone on which every handler that is called while `hangs` is set hangs; a later one answers.
    private static func hanging(answering reply: String? = nil) throws -> (phone: Phone, hangs: Lock<Bool>) {
        let hangs = Lock(true)
        let phone = try phone { effect, _ in
            if hangs.withLock({ $0 }) { try await hang() }
            return effect == "query" || effect == "charge" || effect == "store" ? reply : nil
        }
        return (phone, hangs)
    }

    @Test("What the app showed is shown anew, as soon as the run comes back")
    func restored() async throws {
        let phone = try Self.phone()
        let run = try await phone.start().begin(phone.running)
        _ = try await run.send(named: "open")
        #expect(try await eventually { phone.performedEffects(of: run.id) == ["beep"] })
        let recovered = try await phone.restart(finding: run.id)
        #expect(try await eventually { phone.performedEffects(of: run.id) == ["beep"] })
        #expect(await phone.story(of: recovered) == ["open (asked)", "resumed", "restored (restored)"])
        #expect(try await recovered.send(named: "pay") == .accepted)
    }

    @Test("A run without handlers at work waits on, is found by identity and reference, and is not written to")
    func waiting() async throws {
        let phone = try Self.phone()
        let first = try await phone.start()
        let run = try await first.begin(phone.running, reference: "ticket 1")
        #expect(first.unfinished.map(\.state) == ["idle"])
        let second = try await phone.start()
        #expect(
            second.unfinished == [
                Orchestrator.UnfinishedRun(run: run.id, flow: "Paying", reference: "ticket 1", state: "idle")
            ])
        let again = try #require(second.live(run.id))
        #expect(phone.records(of: run.id).count == 1)
        #expect(try await again.send(named: "look") == .accepted)
        #expect(await phone.story(of: again) == ["resumed", "look (asked)"])
        // The run of the process that died can write no more.
        await #expect(throws: RunError.self) { try await run.send(named: "look") }
    }

    @Test("An effect that may be repeated is performed again with the same key, and its answer counts")
    func again() async throws {
        let (phone, hangs) = try Self.hanging(answering: "yes")
        let first = try await phone.start()
        let run = try await first.begin(phone.running)
        try await run.send(named: "ask")
        #expect(try await eventually { phone.performedEffects(of: run.id) == ["query"] })
        hangs.withLock { $0 = false }
        let second = try await phone.start()
        // The run may be over, and forgotten by its orchestrator, before the test looks.
        #expect(try await eventually { second.live(run.id)?.isEndedOrStopped ?? true })
        #expect(await phone.story(of: run) == ["ask (asked)", "resumed", "yes (replied)"])
        #expect(phone.performedEffects(of: run.id) == ["query"])
        #expect(try await eventually { second.unfinished.isEmpty && second.live(run.id) == nil })
        #expect(try Replay(of: phone.records(of: run.id)).disagreement == nil)
    }

    @Test("An effect that happens once is not performed again: the flow gets its 'otherwise'")
    func once() async throws {
        let (phone, hangs) = try Self.hanging(answering: "paid")
        let run = try await phone.start().begin(phone.running)
        try await run.send(named: "pay")
        #expect(try await eventually { phone.performedEffects(of: run.id).contains("charge") })
        hangs.withLock { $0 = false }
        let recovered = try await phone.restart(finding: run.id)
        #expect(await phone.story(of: recovered) == ["pay (asked)", "resumed", "unsure (interrupted)"])
        #expect(recovered.durableStateName == "doubtful")
        #expect(phone.performedEffects(of: run.id).isEmpty)
        #expect(try await recovered.send(named: "pay") == .accepted)
        #expect(try Replay(of: phone.records(of: run.id)).disagreement == nil)
    }

    @Test("An effect without replies is performed again until its end is on record")
    func told() async throws {
        let (phone, hangs) = try Self.hanging()
        let run = try await phone.start().begin(phone.running)
        try await run.send(named: "report")
        #expect(try await eventually { phone.performedEffects(of: run.id) == ["tell"] })
        hangs.withLock { $0 = false }
        let recovered = try await phone.restart(finding: run.id)
        #expect(
            try await eventually {
                await phone.story(of: recovered) == ["report (asked)", "resumed", "closed (returned)"]
            })
        #expect(phone.performedEffects(of: run.id) == ["tell"])
        let third = try await phone.restart(finding: run.id)
        #expect(phone.performedEffects(of: run.id).isEmpty)
        #expect(await phone.story(of: third).count == 3)
    }

    @Test("A secret is gone after a restart: an effect that needs it is not performed, and the app is told why")
    func secrets() async throws {
        let phone = try Self.phone { _, _ in "stored" }
        let run = try await phone.start().begin(phone.running)
        let start = try #require(phone.running.table.event(named: "start"))
        _ = try await run.send(Command(start, fields: [.text("4711")]))
        let recovered = try await phone.restart(finding: run.id)
        let failures = recovered.failures
        try await recovered.send(named: "pay")
        for await failure in failures {
            #expect(failure.reason as? EffectFailure.Refusal == .valueGone)
            #expect(failure.effect == "store")
            break
        }
        #expect(try await eventually { recovered.durableStateName == "doubtful" })
        #expect(
            await phone.story(of: recovered)
                == ["start (asked)", "resumed", "pay (asked)", "lost (valueGone)"])
        #expect(phone.performedEffects(of: run.id).isEmpty)
    }

    @Test("A deadline that passed meanwhile fires at once, and the next wait begins then")
    func overdue() async throws {
        let time = TestClock()
        let phone = try Self.phone(time: time)
        let run = try await phone.start().begin(phone.running)
        try await run.send(named: "look")
        // The old process does not see the time pass.
        phone.close()
        time.advance(by: .seconds(45))
        let recovered = try await phone.restart(finding: run.id)
        #expect(await phone.story(of: recovered) == ["look (asked)", "resumed", "after 30s (timer)"])
        time.advance(by: .seconds(30))
        #expect(try await eventually { recovered.durableStateName == "doubtful" })
        #expect(try Replay(of: phone.records(of: run.id)).disagreement == nil)
    }

    /// A run that begins at 1,000 seconds by the wall clock and, after `delay`, waits 30 seconds; further processes go on with it, each of
    /// which begins at one of `moments`: milliseconds by the wall clock.
    ///
    /// - Returns: the events of the run, and the times of its `resumed` records, by the run's own clock.
    private func wait(
        after delay: Duration, resumedAt moments: [Int64]
    ) async throws -> (events: [String], resumptions: [Int64]) {
        let loaded = try LoadedFlow(Self.text)
        let time = TestClock(at: Instant(milliseconds: 1_000_000))
        let first = Phone(loaded, time: time)
        let run = try await first.start().begin(first.running)
        time.advance(by: delay)
        try await run.send(named: "look")
        var log = first.log
        for moment in moments {
            let phone = Phone(loaded, time: TestClock(at: Instant(milliseconds: moment)), log: log)
            let recovered = try await phone.restart(finding: run.id)
            await recovered.settled()
            log = phone.log
        }
        let records = try await log.records(of: run.id)
        let resumptions = records.compactMap { record -> Int64? in
            guard case .resumed = record.content else { return nil }
            return record.time.milliseconds
        }
        return (try Replay(of: records).timeline.entries.map(\.event), resumptions)
    }

    @Test("A clock that was set back makes no wait begin anew, however often the process dies")
    func clockSetBack() async throws {
        let run = try await wait(after: .zero, resumedAt: [500_000, 510_000, 520_000, 531_000])
        // 31 seconds went by after the second process had begun.
        #expect(run.events.contains("after 30s"))
        // The clock of the second process is behind, so it records from where the run's clock goes on. Processes in which the run
        // only waits record nothing.
        #expect(run.resumptions == [1_000_000, 1_031_000])
    }

    @Test("A clock set back behind the run's last record, but not behind its beginning, makes no wait begin anew")
    func clockSetBackALittle() async throws {
        let run = try await wait(after: .seconds(100), resumedAt: [1_050_000, 1_060_000, 1_070_000, 1_081_000])
        #expect(run.events.contains("after 30s"))
        #expect(run.resumptions == [1_100_000, 1_131_000])
    }

    @Test("After a clock was set back, observers are told by the new clock when the timers are due")
    func toldDeadlines() async throws {
        let loaded = try LoadedFlow(Self.text)
        let first = Phone(loaded, time: TestClock(at: Instant(milliseconds: 1_000_000)))
        let run = try await first.start().begin(first.running)
        try await run.send(named: "look")
        let time = TestClock(at: Instant(milliseconds: 500_000))
        let second = Phone(loaded, time: time, log: first.log)
        let recovered = try await second.restart(finding: run.id)
        var told: [Int64] = []
        for try await view in recovered.views(following: { $0 }) {
            told.append(try #require(view.legs[0].timers.map(\.deadline.milliseconds).min()))
            #expect(recovered.nextDue?.milliseconds == told.last)
            if told.count == 2 { break }
            time.advance(by: .seconds(30))
        }
        #expect(told == [530_000, 560_000])
        // So it is after the run was packed.
        await recovered.settled()
        let kept = recovered.withState { $0.watchers.lastView?.legs[0].timers.map(\.deadline.milliseconds).min() }
        #expect(kept == 560_000)
    }

    @Test("An effect that needs a secret is not performed where coming back itself orders it, and the app is told why")
    func overdueWithoutSecret() async throws {
        let text = Self.text.changing(
            "state ready waits for user { on pay -> storing { do store(card) } }",
            to: "state ready { on pay -> storing { do store(card) }  after 30s -> storing { do store(card) } }")
        let time = TestClock()
        let phone = Phone(try LoadedFlow(text), time: time)
        let run = try await phone.start().begin(phone.running)
        try await run.send(named: "start", [.text("4711")])
        // The old process does not see the time pass.
        phone.close()
        time.advance(by: .seconds(45))
        let (notes, handler) = (TracerNotes(), NotingHandler(of: phone.running.table))
        let second = try await Orchestrator(
            phone.log.reopened(), openedBy: nil,
            serving: [Orchestrator.Service(phone.version, phone.running) { _, _ in handler }], time: time, limit: 100,
            recovery: .sound, tracer: notes, device: { _, _ in Device() })
        let recovered = try #require(second.live(run.id))
        #expect(
            await phone.story(of: recovered)
                == ["start (asked)", "resumed", "after 30s (timer)", "lost (valueGone)"])
        try await recovered.send(named: "cancel")
        var reasons: [EffectFailure.Refusal?] = []
        for await failure in recovered.failures { reasons.append(failure.reason as? EffectFailure.Refusal) }
        #expect(reasons == [.valueGone])
        #expect(notes.told.performed == ["store: valueGone"])
        #expect(handler.performedEffects.isEmpty)
        #expect(try Replay(of: phone.records(of: run.id)).disagreement == nil)
    }
}
