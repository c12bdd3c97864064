import KeywayCore
import KeywayRuns

/// Something that the program writes about a sign-in, for people or for programs.
enum Told: Sendable {
    /// The program follows this sign-in from now on: one that an earlier process left (`cameBack`), or a new one.
    case isThere(RunID, cameBack: Bool)
    /// The run, or a sub-flow of it, is in this state.
    case shown(RunID, leg: String?, state: String)
    /// What the sign-in waits for, and what a person can type.
    case place(Question)
    /// A command got this answer; the log has the command under the identity `id`.
    case answered(RunID, command: String, id: String, CommandAnswer)
    /// Why what was typed cannot be done, and how to correct it.
    case misunderstood(String)
    /// The effect of this name begins.
    case begun(String)
    /// The effect of this name failed, and why.
    case failed(String, reason: String)
    /// The SDK of this provider said something, named as in the provider's model.
    case spoken(String, word: String)
    /// The person's phone has got a message with a code from this provider.
    case message(String, code: String)
    /// The phone shows a code that it made.
    case code(String)
    /// The page of help.
    case help(String)
    /// Something else that a person should know.
    case note(String)
    /// A run in the log that cannot be resumed, and why.
    case unresumed(String)
    /// The run has ended in this state.
    case ended(RunID, state: String)
}

/// Where and in which form the program writes.
struct Teller: Sendable {
    enum Form: String, Sendable {
        /// For people.
        case text
        /// For programs: one line each, with words that never change and stand in fixed places.
        case lines
    }

    let form: Form
    let write: @Sendable (String) -> Void

    func tell(_ told: Told) {
        let line = form == .text ? told.text : told.line
        if let line { write(line + "\n") }
    }
}
