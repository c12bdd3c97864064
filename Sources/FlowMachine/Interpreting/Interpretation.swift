package import KeywayCore

/// A step of the interpreter with the branches of choices that it took; a `Step` by itself names only the choices.
package struct Interpretation: Sendable {
    /// One branch of a choice.
    package struct Branch: Hashable, Sendable {
        /// The choice, by its position among the choices of the machine.
        package var choice: Int
        /// The branch, by its position among the branches of the choice.
        package var position: Int

        package init(choice: Int, position: Int) {
            self.choice = choice
            self.position = position
        }
    }

    /// What the event meant, and what the step ordered.
    package var step: Step
    /// The branches of choices, in the order in which the step took them.
    package var branches: [Branch] = []
}
