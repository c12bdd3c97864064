/// A run that goes on or rests for ever: a way to a cycle, and the cycle that it repeats. With an empty cycle the run rests: no step
/// follows.
public struct Lasso: Hashable, Sendable {
    /// The way from a beginning to the configuration where the cycle starts.
    public var approach: Run
    /// The cycle, which begins and ends in the configuration that the approach leads to; empty where the run rests.
    public var cycle: [Step]

    public init(approach: Run, cycle: [Step]) {
        self.approach = approach
        self.cycle = cycle
    }

    /// Whether nothing happens any more: no obligation is pending, so nothing has to.
    public var rests: Bool { cycle.isEmpty }
}
