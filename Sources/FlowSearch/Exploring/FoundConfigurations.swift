/// What a search has found so far.
struct FoundConfigurations {
    var store = ConfigurationStore()
    private(set) var firstMoments = FirstMoments()

    /// Notes the facts of the steps, and collects their targets.
    mutating func add(_ steps: [Step], from parent: UInt32) {
        for step in steps { firstMoments.note(step, from: parent) }
        store.take(targetsOf: steps, from: parent)
    }
}

/// How far a search got, reported now and then while it goes on.
public struct Progress: Hashable, Sendable {
    /// The configurations found.
    public var configurations = 0
    /// How many configurations are expanded: every step from them was taken.
    public var expanded = 0
    /// The steps taken.
    public var steps = 0
    /// The steps from a beginning to the configurations that are expanded now.
    public var depth = 0
}
