/// The state of a live run that is awake. A live run at rest is kept as bytes instead, which is called packed.
final class AwakeRun {
    var state: LiveState
    /// The run's index in `AwakeRuns`; nil where it is not there.
    var place: Int?

    init(_ state: LiveState) {
        self.state = state
    }
}

/// How a run is kept in memory: as its state, or as bytes.
enum RunStorage {
    case awake(AwakeRun)
    /// The run only waits for what comes from outside, or for a deadline.
    case packed(PackedBytes)
}
