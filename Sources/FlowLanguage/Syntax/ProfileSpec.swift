/// What one `.profile` file has: the clauses of a standard, as far as they speak of sign-in flows.
package struct ProfileSpec: Sendable {
    /// A numbered clause.
    package struct Clause: Sendable {
        /// The `///` lines above it, without their slashes: what the clause asks, in our words.
        package var documentation: [String]
        /// The number that the standard gives it.
        package var number: Located<String>
        /// The roles behind `for`: the clause is about flows that have all of them, and the roles of its requirements.
        package var scope: [Name]
        /// What a flow must keep; every name in them is a role.
        package var requirements: [RequirementDeclaration]
        /// What only a server can show; nil where nothing is left to it.
        package var server: Located<String>?
        /// Where the clause stands, from the keyword to the closing brace.
        package var range: SourceRange
    }

    /// The `///` lines before the first line.
    package var documentation: [String]
    /// The standard's name.
    package var title: Located<String>
    /// The clauses, in the order of the file.
    package var clauses: [Clause]
}
