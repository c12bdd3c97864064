import KeywayRuns

/// Who observes a run, and what they were told. Only the courier, the thread that carries out what follows from records, tells them.
///
/// They are not the orchestrator's `RunWatcher`, by which the test of an app hears that runs go on.
struct Watchers {
    /// Those who observe where the run is.
    var states = Observers<StateObserver>()
    /// Those who observe the run's failed effects, and the failures that later ones are told.
    var failures = Failures()
    /// What state observers were told last; nil before the run's first state.
    var lastView: RunView?
    /// How the run ended for its observers; nil as long as it goes on.
    var end: Result<Void, RunError>?

    /// Whether nobody observes the run or is about to, and no failure and no error is kept for later observers.
    var areAbsent: Bool {
        if case .failure? = end { return false }
        return states.isEmpty && failures.observers.isEmpty && failures.kept.isEmpty
    }
}
