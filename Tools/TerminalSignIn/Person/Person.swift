/// A line as somebody types it.
struct PersonLine: Sendable {
    var text: String
    /// The identity of the command that the line asks: asked once more with the same identity, the command is not decided again.
    var id: String
}

/// Who types: a person, a script, or chance.
protocol Person: Sendable {
    /// The lines that are typed; the stream ends where nothing more is typed.
    var lines: AsyncStream<PersonLine> { get }

    /// Is called when the sign-in waits for something else than before.
    func see(_ question: Question)
}
