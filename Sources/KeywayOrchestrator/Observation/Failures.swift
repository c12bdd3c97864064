/// The failures of a run's effects, and who wants to be told.
struct Failures {
    /// How many failures a run keeps for later observers. Further ones are told only to those who observe by then.
    static let greatestCount = 64

    private(set) var kept: [EffectFailure] = []
    var observers = Observers<FailureObserver>()

    /// Keeps a failure while there is room.
    mutating func add(_ failure: EffectFailure) {
        if kept.count < Self.greatestCount { kept.append(failure) }
    }
}
