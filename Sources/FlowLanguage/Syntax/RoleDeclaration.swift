/// `role verify = do verify`: what a flow has for a role.
///
/// A profile is a file with the clauses of a standard. Its clauses are about many flows, so they name roles, not events or effects.
public struct RoleDeclaration: Sendable {
    /// What stands behind the `=`.
    public enum Content: Sendable {
        /// Something that can be true of a moment of a run.
        case fact(Fact)
        /// `timer inHand`: the timer of this name.
        case timer(Name)
    }

    /// The role's name, unique among the roles of the flow.
    public var name: Name
    /// What has the role in this flow; the names in it are still to be looked up.
    public var content: Content
    /// Where the declaration stands, from the keyword to the end of the line.
    public var range: SourceRange
}
