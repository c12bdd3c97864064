/// A line as somebody types it.
struct PersonLine: Sendable {
    var text: String
    /// The identity of the command in the line: a command that comes again with the same identity is not decided again.
    var id: String
}

/// Who types: a person, a script, or chance.
protocol Person: Sendable {
    /// The lines that are typed; the stream ends where nothing more is typed.
    var lines: AsyncStream<PersonLine> { get }

    /// Called when the sign-in waits for something else than before. `SignIn` also repeats a question after `status` or a rejection.
    func see(_ question: Question)
}
