import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting

@testable import KeywayOrchestrator

extension LiveRun {
    /// Begins a run of a loaded flow that shares nothing with other runs, unless a test says so.
    static func begin(
        _ flow: LoadedFlow, in log: any EventLog = MemoryLog(), _ handler: any EffectHandler,
        keys: (any KeyStore)? = nil, time: any Orchestrator.TimeSource = TestClock(),
        sources: Device.Sources = Device.Sources(), lanes: Device.Lanes = Device.Lanes(), id: RunID? = nil
    ) async throws(RunError) -> LiveRun {
        let orchestrator = Orchestrator.serving(
            flow, in: log, handler, keys: keys, time: time, on: Device(sources: sources, lanes: lanes))
        let run = try await orchestrator.begin(orchestrator.onlyFlow, as: id)
        // As with an app that has a handle of the run: it gives its sources to no other run before its end.
        run.addHandle()
        return run
    }

    /// Asks the command of this name, of the run itself or of a leg.
    @discardableResult
    func send(named command: String, _ fields: [Value?] = [], to leg: String? = nil) async throws(RunError)
        -> CommandAnswer
    {
        let flow = leg.flatMap { self.flow.subFlow(named: $0) } ?? self.flow
        return try await send(Command(flow.table.event(named: command) ?? -1, fields: fields, to: leg))
    }

    /// Returns when everything that followed from durable records so far was carried out, for all runs of the process.
    func settled() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                post([.answer({ _ in continuation.resume() }, .success(.accepted))])
            }
        }
    }

    /// The events of the run's records, as `word: late`, once all that followed from them was carried out. The run has no sub-flows: the
    /// events are looked up in its own flow.
    func events(in log: any EventLog) async throws -> [String] {
        await settled()
        return try await log.records(of: id).compactMap { record in
            guard case .event(let event) = record.content else { return nil }
            return "\(flow.table.events[event.event].name): \(event.disposition)"
        }
    }

    /// The run's records as a replay tells them, `one: began` for an event of a leg; where the replay disagrees with a record, its
    /// disagreement alone.
    func story(in log: any EventLog) async throws -> [String] {
        await settled()
        let replay = try Replay(of: try await log.records(of: id))
        guard replay.disagreement == nil else { return ["\(String(describing: replay.disagreement))"] }
        return replay.timeline.entries.map { ($0.leg.map { "\($0): " } ?? "") + $0.event }
    }

    /// The states of the run itself, the present one first, without those of its sub-flows.
    var states: AsyncThrowingStream<Outcome, any Error> {
        let isFirst = Lock(true)
        return views { view in
            let isPresent = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            return isPresent || view.changed == 0 ? view.legs[0].outcome : nil
        }
    }

    /// The name of the state of the leg that began last by this name; nil where none has begun.
    func state(of leg: String) -> String? {
        withState { $0.machine.legs.last { $0.name == leg }.map { $0.table.states[$0.run.state].name } }
    }

    /// The name of the state of the run itself, as its durable records say.
    var durableStateName: String { flow.table.states[durableState.state].name }

    /// Whether nothing more is decided: a record could not be made durable, or the run was told to stop, as by a shutdown.
    var isStopped: Bool { withState { $0.failure != nil } }
}

extension Orchestrator {
    /// Runs a loaded flow, and packs each run whenever it rests.
    static func serving(
        _ flow: LoadedFlow, in log: any EventLog, _ handler: any EffectHandler,
        keys: (any KeyStore)? = nil, time: any Orchestrator.TimeSource = TestClock(),
        on device: Device = Device()
    ) -> Orchestrator {
        let running = RunningFlow(flow.table)
        let service = Orchestrator.Service(FlowVersion(of: running, annotations: flow.annotations), running) { _, _ in
            handler
        }
        return Orchestrator(
            beginningIn: log, serving: [service], keys: keys, time: time, awakeRuns: 0, device: { _, _ in device })
    }

    /// The flow of an orchestrator that serves only one.
    var onlyFlow: RunningFlow { services.values.first!.flow }
}

/// The names of all states that an observer is told, up to the end of the stream.
func names(_ states: AsyncThrowingStream<Outcome, any Error>, of table: Table) async throws -> [String] {
    var names: [String] = []
    for try await state in states { names.append(table.states[state.state].name) }
    return names
}
