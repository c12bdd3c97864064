import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting

@testable import KeywayOrchestrator

/// A device whose app dies and is begun again: one log, one clock, and an orchestrator for each process.
final class Phone: Sendable {
    /// How processes recover; a test plants a fault in it.
    @TaskLocal static var recovery = Recovery.sound

    let running: RunningFlow
    let version: FlowVersion
    let time: any Orchestrator.TimeSource
    /// Whether processes serve the flow; where not, they serve none.
    private let isServed: Bool
    private let keys: (any KeyStore)?
    /// Whether processes begin without the key store.
    private let lacksKeys = Lock(false)
    private let noting: @Sendable ([Value?]) -> Void
    private let performing: NotingHandler.Performing
    private let present: Lock<(log: MemoryLog, device: Device, handlers: [RunID: NotingHandler])>

    init(
        _ flow: LoadedFlow, time: any Orchestrator.TimeSource = TestClock(), log: MemoryLog = MemoryLog(),
        isServed: Bool = true, keys: (any KeyStore)? = nil,
        _ performing: @escaping NotingHandler.Performing = { _, _ in nil },
        noting: @escaping @Sendable ([Value?]) -> Void = { _ in }
    ) {
        running = RunningFlow(flow.table)
        version = FlowVersion(of: running, annotations: flow.annotations)
        self.time = time
        self.isServed = isServed
        self.keys = keys
        self.noting = noting
        self.performing = performing
        present = Lock((log, Device(), [:]))
    }

    var log: MemoryLog { present.withLock { $0.log } }
    /// The device of the present process.
    var device: Device { present.withLock { $0.device } }

    /// The effects that the run's handler was asked to perform in the present process, in order.
    func performedEffects(of run: RunID) -> [String] { present.withLock { $0.handlers[run] }?.performedEffects ?? [] }

    /// The next processes begin without the key store, or with it again.
    func setLacksKeys(_ lacks: Bool) { lacksKeys.withLock { $0 = lacks } }

    /// The present process writes no more.
    func close() { log.close() }

    /// All records of a run.
    func records(of run: RunID) -> [Record] { log.records(of: run) }

    /// Begins a process, in the place of the one before, which writes no more.
    func start(limit: Int = 100) async throws -> Orchestrator {
        present.withLock { present in
            present = (present.log.reopened(), Device(), [:])
        }
        var services = [
            Orchestrator.Service(version, running) { run, _ in
                let handler = NotingHandler(of: self.running.table, self.performing, noting: self.noting)
                self.present.withLock { $0.handlers[run] = handler }
                return handler
            }
        ]
        if !isServed { services = [] }
        let device = device
        return try await Orchestrator(
            log, openedBy: nil, serving: services, keys: lacksKeys.withLock { $0 } ? nil : keys, time: time,
            limit: limit, recovery: Self.recovery, awakeRuns: 0,
            device: { _, _ in device })
    }

    /// Begins a process whose log the closure opens, again whenever the log has failed. It has a device of its own, and neither `log` nor
    /// `performedEffects(of:)` knows of it.
    func start(opening openLog: @escaping @Sendable () async throws -> any EventLog) async throws -> Orchestrator {
        let services = [
            Orchestrator.Service(version, running) { _, _ in NotingHandler(of: self.running.table, self.performing) }
        ]
        return try await Orchestrator(
            openLog(), openedBy: openLog, serving: services, keys: keys, time: time, limit: 100,
            recovery: Self.recovery, device: { _, _ in Device() })
    }

    /// Begins a process, and finds a run in it.
    func restart(finding run: RunID) async throws -> LiveRun {
        guard let live = try await start().live(run) else { throw IsLost() }
        return live
    }

    struct IsLost: Error {}

    /// The run's records after the first, as `resumed`, `after 30s (timer)` or `closed (returned)`, once all that follows from them was
    /// carried out.
    func story(of run: LiveRun) async -> [String] {
        await run.settled()
        return records(of: run.id).dropFirst().map { record in
            switch record.content {
            case .event(let event):
                let flow = run.flow(ofLeg: Int(record.leg)) ?? running
                return "\(flow.table.events[event.event].name) (\("\(event.cause)".prefix { $0 != "(" }))"
            case .closed(_, let closing): return "closed (\(closing))"
            case .resumed: return "resumed"
            case .legBegan: return "leg"
            case .began: return "began"
            case .commandBeforeLeg: return "turned away"
            case .appEnded: return "app ended"
            case .takenOver: return "taken over"
            }
        }
    }
}

extension LiveRun {
    /// The flow of a leg, by its position among the legs.
    fileprivate func flow(ofLeg leg: Int) -> RunningFlow? {
        withState { $0.machine.legs.indices.contains(leg) ? $0.machine.legs[leg].flow : nil }
    }
}
