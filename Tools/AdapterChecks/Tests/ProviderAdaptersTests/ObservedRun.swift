import Keyway
import KeywayLog
import KeywayTesting

/// A run whose effects an adapter performs, on a clock that the test moves; its log says what happened.
struct ObservedRun<Followed: Flow> {
    let log = MemoryLog()
    let time = TestClock()
    let run: Run<Followed>

    init(
        with handlers: some FlowEffects<Followed>, sources: Device.Sources, lanes: Device.Lanes = Device.Lanes()
    ) async throws {
        let orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { _, _ in handlers }], time: time,
            device: { _, _ in Device(sources: sources, lanes: lanes) })
        run = try await orchestrator.begin(Followed.self)
    }

    /// What happened in the run so far, as its log has it.
    var timeline: Replay.Timeline { get throws { try Replay(of: log.records(of: run.id)).timeline } }

    /// Each event with its disposition, as `otpInitiated: late`.
    var events: [String] {
        get throws { try timeline.entries.map { "\($0.event): \($0.disposition)" } }
    }

    /// The name of the root's state or final. A sub-flow's final may have the same name as one of the root.
    var state: String {
        get throws {
            let timeline = try timeline
            return timeline.entries.last { $0.leg == nil }?.state ?? timeline.initialState
        }
    }

    /// The last situation of the run; waits until the run ends.
    var end: Run<Followed>.Situation? {
        get async throws {
            var last: Run<Followed>.Situation?
            for try await situation in run.situations { last = situation }
            return last
        }
    }

    @discardableResult
    func send(_ command: Followed.Command) throws -> CommandAnswer { try run.sendAndWait(command) }

    /// Whether the root comes to this state; gives up after at least ten seconds, which is long because machines may be busy.
    func comes(to state: String) async throws -> Bool {
        try await eventually { try self.state == state }
    }

    /// Moves the clock on second by second, with a real millisecond after each, in which handlers can answer.
    func pass(seconds: Int) async throws {
        for _ in 0..<seconds {
            time.advance(by: .seconds(1))
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

/// Whether the condition becomes true; gives up after at least ten seconds, which is long because machines may be busy.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try condition()
}
