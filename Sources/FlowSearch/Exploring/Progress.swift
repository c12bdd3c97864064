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
