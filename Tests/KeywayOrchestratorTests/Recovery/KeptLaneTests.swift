import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

/// The runs follow `PostFlow`: `send` brings a run to `waiting`, where it asks for the lane, and the grant to `working`, where it holds it.
@Suite("The lane of a run that was stopped")
struct KeptLaneTests {
    /// `PostFlow` with a value that only a key store keeps.
    private static let named = """
        flow Post version 1
        type Name = text(1...9) personal
        context { name: Name? }
        command send(name: Name), done, cancel
        effect note(name: Name)
        final sent
        final failed
        within 20m -> failed
        on cancel -> failed
        on restored when not withValues stay
        ignore restored when withValues
        reject other
        state idle waits for user { on send -> waiting { keep name }  ignore restored }
        group posting {
          lane queue of Mail
          state waiting { enter { take queue } on queue -> working after 5m -> failed }
          state working { on done -> sent { do note(name) } after 30s -> failed }
        }
        """

    private let phone: Phone

    init() throws { phone = Phone(try LoadedFlow(PostFlow.text)) }

    private func send(_ count: Int, in orchestrator: Orchestrator) async throws -> [LiveRun] {
        var runs: [LiveRun] = []
        for _ in 0..<count {
            let run = try await orchestrator.begin(phone.running)
            try await run.send(named: "send")
            await run.settled()
            runs.append(run)
        }
        return runs
    }

    /// The states of these runs in the orchestrator, in their order.
    private func states(_ runs: [LiveRun], in orchestrator: Orchestrator) async throws -> [String] {
        var states: [String] = []
        for run in runs {
            let live = try #require(orchestrator.live(run.id))
            await live.settled()
            states.append(live.durableStateName)
        }
        return states
    }

    /// An orchestrator whose runs share this device, and follow `PostFlow` unless a phone with another flow is given.
    private func orchestrator(
        _ log: any EventLog, _ device: Device, of phone: Phone? = nil, keys: (any KeyStore)? = nil
    ) async throws -> Orchestrator {
        let phone = phone ?? self.phone
        let running = phone.running
        return try await Orchestrator(
            log, openedBy: nil,
            serving: [Orchestrator.Service(phone.version, running) { _, _ in NotingHandler(of: running.table) }],
            keys: keys, time: phone.time, limit: 100, recovery: .sound, device: { _, _ in device })
    }

    @Test("However many runs are stopped by a shutdown, none gets the lane of one that was stopped before it")
    func shutDown() async throws {
        let first = try await phone.start(limit: 2000)
        // Runs are stopped a thousand at a time.
        let runs = try await send(1200, in: first)
        #expect(runs[0].durableStateName == "working")
        try await first.shutDown(within: .zero)
        let second = try await phone.start()
        for run in runs.prefix(3) { await second.live(run.id)?.settled() }
        #expect(second.unfinished.count { $0.state == "working" } == 1)
        #expect(second.unfinished.count { $0.state == "waiting" } == 1199)
    }

    @Test("While the run's orchestrator goes on, a lane that the run held is kept, and a place in the line is not")
    func stopped() async throws {
        let first = try await phone.start()
        let runs = try await send(4, in: first)
        runs[1].stop(because: .stopped)
        runs[0].stop(because: .stopped)
        await runs[0].settled()
        #expect(runs[2...].map(\.durableStateName) == ["waiting", "waiting"])
        let second = try await phone.start()
        #expect(try await states(runs, in: second) == ["working", "waiting", "waiting", "waiting"])
    }

    @Test("When the stopped run's orchestrator is shut down, runs of other orchestrators get the lane")
    func givenBack() async throws {
        let (device, other) = (Device(), MemoryLog())
        let first = try await orchestrator(MemoryLog(), device)
        let holder = try await send(1, in: first)[0]
        let second = try await orchestrator(other, device)
        let next = try await send(1, in: second)[0]
        let request = try #require(holder.withState { $0.machine.lanes.first })
        holder.stop(because: .stopped)
        await next.settled()
        #expect(next.durableStateName == "waiting")
        // A recovered run asks for its lane again by such an item, and may be stopped before that is carried out.
        holder.post([.consequence(.ask(request))])
        await next.settled()
        try await first.shutDown(within: .zero)
        await next.settled()
        #expect(next.durableStateName == "working")
    }

    @Test("A run whose key store does not answer keeps its lane until it is gone on with")
    func keyStoreIsOut() async throws {
        let keys = TestKeys()
        let phone = Phone(try LoadedFlow(Self.named), keys: keys)
        let holder = try await phone.start().begin(phone.running)
        try await holder.send(named: "send", [.text("Asha")])
        await holder.settled()
        keys.fail(.outage)
        let second = try await phone.start()
        #expect(second.unresumed.map(\.run) == [holder.id])
        keys.fail(nil)
        let next = try await second.begin(phone.running)
        try await next.send(named: "send", [.text("Bela")])
        await next.settled()
        #expect(next.durableStateName == "waiting")
        let third = try await phone.start()
        #expect(try await states([holder, next], in: third) == ["working", "waiting"])
    }

    @Test("Where the orchestrator cannot be made because its log cannot be read, other runs get the lane")
    func unreadableLog() async throws {
        let keys = TestKeys()
        let phone = Phone(try LoadedFlow(Self.named), keys: keys)
        let holder = try await phone.start().begin(phone.running)
        try await holder.send(named: "send", [.text("Asha")])
        await holder.settled()
        #expect(holder.durableStateName == "working")
        // The holder's lane is kept, because its key store gives no answer; then the log fails.
        keys.fail(.outage)
        let (log, device) = (FaultyLog(phone.log.reopened()), Device())
        log.refuseListing(with: .storage(FaultyLog.fault))
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) {
            try await orchestrator(log, device, of: phone, keys: keys)
        }
        let next = try await send(1, in: orchestrator(MemoryLog(), device))[0]
        #expect(next.durableStateName == "working")
    }

    @Test("Where a second orchestrator resumes runs that a first one still has, the lanes belong to the second's runs")
    func openedBeside() async throws {
        let (log, device) = (MemoryLog(), Device())
        let first = try await orchestrator(log, device)
        let runs = try await send(3, in: first)
        // No run of the first orchestrator writes any more, and so none notices that the log is closed.
        log.close()
        let second = try await orchestrator(log.reopened(), device)
        #expect(try await states(runs, in: second) == ["working", "waiting", "waiting"])
        // The first orchestrator's object of the second run is stopped at last: the run itself goes on in the second orchestrator.
        runs[1].stop(because: .stopped)
        try await second.live(runs[0].id)?.send(named: "done")
        #expect(try await states(Array(runs[1...]), in: second) == ["working", "waiting"])
        try await second.live(runs[1].id)?.send(named: "done")
        #expect(try await states(Array(runs[2...]), in: second) == ["working"])
    }
}
