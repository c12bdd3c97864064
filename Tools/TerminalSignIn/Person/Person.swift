/// A line as somebody types it.
struct PersonLine: Sendable {
    var text: String
    /// By it the log knows the command that the line asks: asked again with the same identity, nothing happens twice.
    var id: String
}

/// Who types: a person, a script, or chance.
protocol Person: Sendable {
    /// Ends where nothing more is typed.
    var lines: AsyncStream<PersonLine> { get }

    /// Sees what the sign-in waits for.
    func see(_ question: Question)
}
