import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("An orchestrator with a key store")
struct KeyTests {
    private static let card = "4111 1111 1111 1111"

    static let text = """
        flow Paying version 1
        type Card = text(1...30) secret
        context { card: Card? }
        command start(card: Card), pay, cancel
        effect store(card: Card) replies stored, lost otherwise lost within 60s
        final done success
        final failed
        require done only after stored
        within 20m -> failed
        on cancel -> failed
        on restored when not withValues -> idle { card = nil }
        ignore restored when withValues
        reject other
        late other
        state idle waits for user { on start -> ready { keep card }  ignore restored  late lost }
        state ready waits for user { on pay -> storing }
        state storing { enter { do store(card) }  on stored -> done  on lost -> ready }
        """

    /// A phone with an app of a shop, and with a key store. A handler that is called while `hangs` is set never answers, and any other
    /// answers `stored`. `asked` has the arguments of each order, in all processes.
    private final class Shop: Sendable {
        let keys = TestKeys()
        let phone: Phone
        let hangs = Lock(true)
        let asked: Lock<[[Value?]]>

        init(_ text: String = KeyTests.text) throws {
            let (hangs, asked) = (hangs, Lock<[[Value?]]>([]))
            self.asked = asked
            phone = Phone(
                try LoadedFlow(text), keys: keys,
                { _, _ in
                    if hangs.withLock({ $0 }) { try await hang() }
                    return "stored"
                }, noting: { order in asked.withLock { $0.append(order) } })
        }

        /// Begins a run, and waits until its handler is called, which hangs. Handlers that are called from then on, as in the next
        /// process, answer.
        func paying() async throws -> RunID {
            let run = try await phone.start().begin(phone.running)
            #expect(try await run.send(named: "start", [.text(KeyTests.card)]) == .accepted)
            #expect(try await run.send(named: "pay") == .accepted)
            #expect(try await eventually { asked.withLock { $0.count == 1 } })
            hangs.withLock { $0 = false }
            return run.id
        }
    }

    @Test("A run that comes back has its values: its question is asked again, with them, and its answer counts")
    func comesBack() async throws {
        let shop = try Shop()
        let run = try await shop.paying()
        let second = try await shop.phone.start()
        #expect(try await eventually { second.live(run) == nil })
        #expect(shop.asked.withLock { $0 } == [[.text(Self.card)], [.text(Self.card)]])
        #expect(second.withoutValues == [])
        let replay = try Replay(of: shop.phone.records(of: run))
        #expect(replay.timeline.isEnded)
        #expect(replay.disagreement == nil)
    }

    @Test("The key is made before the run's first record, and erased when the run has ended")
    func life() async throws {
        let shop = try Shop()
        let run = try await shop.paying()
        #expect(shop.keys.runs == [run])
        let second = try await shop.phone.start()
        #expect(try await eventually { second.live(run) == nil })
        try await second.shutDown()
        #expect(shop.keys.runs == [])
        // The encrypted values stay in the records, which replay without the key.
        #expect(shop.phone.records(of: run).hasSealedValues)
        #expect(try Replay(of: shop.phone.records(of: run)).disagreement == nil)
    }

    @Test("A run whose key is gone comes back without its values, its flow goes on, and the app can see its identity")
    func erased() async throws {
        let shop = try Shop()
        let run = try await shop.paying()
        try await shop.keys.eraseKey(of: run)
        let second = try await shop.phone.start()
        let live = try #require(second.live(run))
        #expect(second.withoutValues == [run])
        #expect(await shop.phone.story(of: live).suffix(3) == ["resumed", "restored (restored)", "lost (interrupted)"])
        #expect(live.durableStateName == "idle")
        #expect(shop.asked.withLock { $0.count } == 1)
        #expect(try await live.send(named: "start", [.text("5500")]) == .accepted)
    }

    @Test("No run comes back by a wrong key, or while the store gives no answer; beside a wrong key others go on")
    func wrong() async throws {
        for (fault, reason) in [
            (TestKeys.Fault.exchange, KeyError.refused(sequence: 1)), (.outage, .unavailable("IsOut()")),
        ] {
            let shop = try Shop()
            let first = try await shop.phone.start()
            let other = try await first.begin(shop.phone.running)
            let run = try await first.begin(shop.phone.running)
            try await run.send(named: "start", [.text(Self.card)])
            shop.keys.fail(fault)
            let second = try await shop.phone.start()
            #expect(second.unresumed.contains { $0.run == run.id && $0.reason == .key(reason) })
            // Nothing of the other run is encrypted yet, so a wrong key is not noticed there.
            if case .exchange = fault {
                let live = try #require(second.live(other.id))
                #expect(try await live.send(named: "cancel") == .accepted)
            }
            // Once the store answers, the next process goes on with the run.
            shop.keys.fail(nil)
            #expect(try await shop.phone.start().live(run.id) != nil)
        }
    }

    @Test("A run does not begin where its key cannot be kept: nothing is recorded, and another run can begin later")
    func unavailable() async throws {
        let shop = try Shop()
        let orchestrator = try await shop.phone.start(limit: 1)
        shop.keys.fail(.outage)
        await #expect(throws: RunError.key(.unavailable("IsOut()"))) {
            try await orchestrator.begin(shop.phone.running)
        }
        #expect(shop.phone.log.runs.isEmpty)
        shop.keys.fail(nil)
        let run = try await orchestrator.begin(shop.phone.running)
        #expect(shop.keys.runs == [run.id])
    }

    @Test("Of a flow that does not ask for its values no key is made, and nothing is encrypted")
    func unasked() async throws {
        let shop = try Shop(
            Self.text.changing("on restored when not withValues -> idle", to: "on restored -> idle")
                .changing("ignore restored when withValues\n", to: ""))
        let run = try await shop.paying()
        #expect(shop.keys.runs == [])
        #expect(!shop.phone.records(of: run).hasSealedValues)
    }

    @Test("Where one process went on without a key store, the run has none of its values in the next one")
    func partly() async throws {
        let shop = try Shop()
        let run = try await shop.phone.start().begin(shop.phone.running)
        try await run.send(named: "start", [.text(Self.card)])
        // The second process has no key, so the log does not keep the card that comes there.
        shop.phone.setLacksKeys(true)
        let second = try await shop.phone.restart(finding: run.id)
        await second.settled()
        #expect(second.durableStateName == "idle")
        try await second.send(named: "start", [.text(Self.card)])
        #expect(second.durableStateName == "ready")
        shop.phone.setLacksKeys(false)
        let third = try await shop.phone.start()
        let last = try #require(third.live(run.id))
        await last.settled()
        #expect(last.durableStateName == "idle")
        #expect(third.withoutValues == [run.id])
    }

    @Test("A run that came back before it had a value encrypts those that come, and has them the next time")
    func later() async throws {
        let shop = try Shop()
        let run = try await shop.phone.start().begin(shop.phone.running)
        let second = try await shop.phone.restart(finding: run.id)
        try await second.send(named: "start", [.text(Self.card)])
        shop.hangs.withLock { $0 = false }
        let third = try await shop.phone.start()
        let last = try #require(third.live(run.id))
        #expect(last.durableStateName == "ready")
        try await last.send(named: "pay")
        #expect(try await eventually { third.live(run.id) == nil })
        #expect(shop.asked.withLock { $0 } == [[.text(Self.card)]])
        try await third.shutDown()
        #expect(shop.keys.runs == [])
    }

    @Test("Who traces the runs gets no encrypted value, and hears of a key that could not be erased")
    func traced() async throws {
        let shop = try Shop()
        shop.hangs.withLock { $0 = false }
        let notes = TracerNotes()
        let service = Orchestrator.Service(shop.phone.version, shop.phone.running) { _, _ in
            NotingHandler(of: shop.phone.running.table, { _, _ in "stored" })
        }
        let orchestrator = try await Orchestrator(
            MemoryLog(), serving: [service], keys: shop.keys, time: TestClock(), tracer: notes)
        let run = try await orchestrator.begin(shop.phone.running)
        try await run.send(named: "start", [.text(Self.card)])
        shop.keys.fail(.outage)
        try await run.send(named: "pay")
        #expect(try await eventually { notes.told.notErased == [run.id] })
        // Without records the next line would prove nothing.
        #expect(notes.told.records.count > 2)
        #expect(!notes.told.records.hasSealedValues)
        #expect(shop.keys.runs == [run.id])
    }
}
