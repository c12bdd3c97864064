package import KeywayCore

/// A step with the branches that it took, which a table does not tell.
package struct Interpretation: Sendable {
    /// One branch of a choice.
    package struct Branch: Hashable, Sendable {
        /// By its position among the choices of the machine.
        package var choice: Int
        /// Among the branches of the choice.
        package var position: Int

        package init(choice: Int, position: Int) {
            self.choice = choice
            self.position = position
        }
    }

    package var step: Step
    /// In the order in which they were taken.
    package var branches: [Branch] = []
}
