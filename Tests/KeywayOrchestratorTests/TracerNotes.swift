import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// A tracer that keeps what it is told.
final class TracerNotes: Orchestrator.Tracer {
    struct Told {
        var records: [Record] = []
        /// How long it took from each decision until the tracer was told of its records.
        var waits: [Duration] = []
        /// The names of effects, each followed by a colon and its handler's error where that has thrown one.
        var performed: [String] = []
        /// The keys of the orders of `performed`, in the same sequence.
        var keys: [EffectOrder.Key] = []
        /// What happened to the log, in order: the error of each failure, and `opened` each time that the log was opened again.
        var log: [String] = []
        /// The runs whose keys could not be erased.
        var notErased: [RunID] = []
    }

    private let notes = Lock(Told())

    var told: Told { notes.withLock { $0 } }

    func recorded(_ records: [Record], of flow: String, after wait: Duration) {
        notes.withLock { told in
            told.records += records
            told.waits.append(wait)
        }
    }

    func performed(
        _ effect: String, in leg: String?, key: EffectOrder.Key, within time: Duration, failure: (any Error)?
    ) {
        notes.withLock { told in
            told.performed.append("\(effect)\(failure.map { ": \($0)" } ?? "")")
            told.keys.append(key)
        }
    }

    func logFailed(_ error: any Error) { notes.withLock { $0.log.append("\(error)") } }
    func logOpenedAgain() { notes.withLock { $0.log.append("opened") } }
    func keyNotErased(of run: RunID, because error: any Error) { notes.withLock { $0.notErased.append(run) } }
}
