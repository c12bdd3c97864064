import KeywayCore
import KeywayRuns

/// Something that the program tells.
enum Told: Sendable {
    /// A run goes on that an earlier process left, or a new one begins.
    case isThere(RunID, cameBack: Bool)
    /// The run, or a sub-flow of it, is in this state.
    case shown(RunID, leg: String?, state: String)
    /// What that means to a person.
    case place(Question)
    /// A command got this answer; the identity is that by which the log has the command.
    case answered(RunID, command: String, id: String, CommandAnswer)
    /// What was typed cannot be done, and how it can be mended.
    case misunderstood(String)
    /// An effect begins.
    case begun(String)
    /// An effect failed, and why.
    case failed(String, reason: String)
    /// An SDK said something; the word as its model calls it.
    case spoken(String, word: String)
    /// The person's phone has got a message with a code.
    case message(String, code: String)
    /// The phone shows a code that it made.
    case code(String)
    /// The page of help.
    case help(String)
    /// Something else that a person should know.
    case note(String)
    /// A run that is in the log and cannot be gone on with, and why.
    case unresumed(String)
    /// The run has ended in this state.
    case ended(RunID, state: String)
}

/// Where and how the program tells.
struct Teller: Sendable {
    enum Form: String, Sendable {
        /// For people.
        case text
        /// For programs: one line with the same words in the same places.
        case lines
    }

    let form: Form
    let write: @Sendable (String) -> Void

    func tell(_ told: Told) {
        let line = form == .text ? told.text : told.line
        if let line { write(line + "\n") }
    }
}
