extension Machine {
    /// The bodies of rows and branches, and those that entering a scope carries out.
    package var bodies: [Body] {
        rows.map(\.body) + choices.flatMap { $0.branches.map(\.body) } + scopes.compactMap(\.enter)
    }
}
