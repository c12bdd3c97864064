package import FlowLanguage

extension Machine {
    /// What the flow has for a role.
    ///
    /// A profile is a file with the clauses of a standard. Its clauses are about many flows, so they name roles, such as `verify`,
    /// and each flow says what has the role in it, as in `role verify = do verify`.
    package struct Role: Sendable {
        /// What has the role.
        package enum Content: Sendable {
            /// Something that can be true of a moment of a run.
            case fact(Requirement.Fact)
            /// The timers of one name, by their positions.
            case timers([Int])
        }

        /// Unique among the roles of the flow.
        package var name: Name
        /// What has the role; states, events, effects and timers are positions in the machine.
        package var content: Content
        /// Where the declaration stands in the spec.
        package var range: SourceRange
    }
}
