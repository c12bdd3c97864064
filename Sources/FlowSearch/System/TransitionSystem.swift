/// Something that can be explored: it says which configurations its runs begin in and which steps lead on from each.
///
/// Asked the same, it always gives the same answer.
///
/// The methods are `mutating`, so that a system can remember what it worked out. Its answers must not depend on that.
public protocol TransitionSystem {
    /// The steps with which a run may begin, and the configurations that they lead to.
    mutating func beginnings() -> [Step]

    /// Adds every step that may come next.
    ///
    /// - Parameters:
    ///   - configuration: one that the system has given as a target.
    ///   - steps: the steps are added behind what the array has, each time in the same order.
    mutating func appendSteps(from configuration: Configuration, to steps: inout [Step])

    /// The obligations that are pending in the configuration; see ``Obligations``.
    ///
    /// - Parameter configuration: one that the system has given as a target.
    mutating func obligations(pendingIn configuration: Configuration) -> Obligations
}

extension TransitionSystem {
    /// No obligations: every run may rest wherever it is, so that nothing more happens.
    ///
    /// - Parameter configuration: makes no difference.
    public mutating func obligations(pendingIn configuration: Configuration) -> Obligations { [] }
}

/// One way on from a configuration, or one way to begin.
public struct Step: Hashable, Sendable {
    /// Which step it is; the system gives the number its meaning.
    public var label: UInt32
    /// The configuration after the step, or the one in which a run begins.
    public var target: Configuration
    /// The facts that hold at this step or in its target; they may differ between steps to one target.
    public var facts: Facts
    /// The obligations that this step fulfils, makes anew or takes back.
    public var touched: Obligations

    public init(_ label: UInt32, to target: Configuration, facts: Facts = [], touching touched: Obligations = []) {
        self.label = label
        self.target = target
        self.facts = facts
        self.touched = touched
    }
}
