/// A run's state at work, until the run is packed.
final class AwakeRun {
    var state: LiveState
    /// The run's index in `AwakeRuns`; nil where it is not there.
    var place: Int?

    init(_ state: LiveState) {
        self.state = state
    }
}

/// What there is of a run in memory.
enum RunStorage {
    case awake(AwakeRun)
    /// Nothing happens but what comes from outside, or what is due.
    case packed(PackedBytes)
}
