import KeywayLog

/// What it costs to share the runs of a batch among threads: each event is taken under a lock, or an actor takes 32 at a call.
///
/// Nobody else wants the lock or the actor meanwhile, so this is the cost of the front itself. An orchestrator has locks; the actor
/// is what an app would write that keeps its runs in an actor.
struct CoreFronts {
    private static let rounds = 9
    /// How many events the actor takes at a call.
    private static let batch = 32

    /// Seconds for all events, as the median of the rounds.
    private let (bare, locked, acted): (Double, Double, Double)

    /// The time under a lock, divided by the time of the same without one.
    var lockOverCore: Double { locked / bare }
    /// The time in an actor, which is handed 32 events at a time, divided by the time of the same without one.
    var actorBatchOverCore: Double { acted / bare }

    /// The three take turns batch by batch, so that other work of the machine slows all of them alike.
    init(over workload: RecordedWorkload) async {
        var times: [[Double]] = [[], [], []]
        // Round 0 is not counted: in it caches fill.
        for round in 0...Self.rounds {
            var spent = [Duration](repeating: .zero, count: times.count)
            for arrivals in workload.batches {
                spent[0] += Self.timeWithoutFront(arrivals, of: workload)
                spent[1] += Self.timeUnderLock(arrivals, of: workload)
                spent[2] += await Self.timeInActor(arrivals, of: workload)
            }
            if round == 0 { continue }
            for place in spent.indices { times[place].append(spent[place] / .seconds(1)) }
        }
        let medians = times.map { $0.sorted()[Self.rounds / 2] }
        (bare, locked, acted) = (medians[0], medians[1], medians[2])
    }

    private static func timeWithoutFront(
        _ arrivals: [RecordedWorkload.Arrival], of workload: RecordedWorkload
    ) -> Duration {
        var core = RecordingCore(of: workload)
        return ContinuousClock().measure {
            for arrival in arrivals { core.take(arrival) }
        }
    }

    private static func timeUnderLock(
        _ arrivals: [RecordedWorkload.Arrival], of workload: RecordedWorkload
    ) -> Duration {
        let core = Lock(RecordingCore(of: workload))
        return ContinuousClock().measure {
            for arrival in arrivals { core.withLock { $0.take(arrival) } }
        }
    }

    private static func timeInActor(
        _ arrivals: [RecordedWorkload.Arrival], of workload: RecordedWorkload
    ) async -> Duration {
        let core = ActedCore(RecordingCore(of: workload))
        return await ContinuousClock().measure {
            for start in stride(from: 0, to: arrivals.count, by: batch) {
                await core.take(arrivals[start..<min(start + batch, arrivals.count)])
            }
        }
    }
}

private actor ActedCore {
    private var core: RecordingCore

    init(_ core: RecordingCore) {
        self.core = core
    }

    func take(_ arrivals: ArraySlice<RecordedWorkload.Arrival>) {
        for arrival in arrivals { core.take(arrival) }
    }
}
