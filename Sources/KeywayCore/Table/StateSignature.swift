/// A state or final of a flow.
package struct StateSignature: Hashable, Sendable {
    /// As the spec spells it; no other state, group, choice or final has it.
    package var name: String
    /// Whether a run ends here; nothing is decided in a final, so its cells are nil.
    package var isFinal: Bool
    /// The timers, by position, that do not fire in this state; one that is due fires in the next state that does not hold it.
    package var holds: [Int]

    package init(name: String, isFinal: Bool, holds: [Int] = []) {
        self.name = name
        self.isFinal = isFinal
        self.holds = holds
    }
}
