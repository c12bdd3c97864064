import KeywayCore

/// What commands with an identity were answered, so that the same one asked again does nothing.
///
/// All that it knows stands in the log, so that a command is known again after a restart.
struct AnsweredCommands: Sendable {
    /// How many a run keeps; a command with a further identity is refused.
    static let greatestCount = 1024

    private struct Entry {
        var leg: String?
        var command: Int
        /// As the log has them: of a classified field only whether it was there.
        var fields: [Value?]
        var answer: CommandAnswer
    }

    private var entries: [String: Entry] = [:]

    /// The first answer; nil for an identity that has not come yet.
    ///
    /// `fields` are those that a log may keep.
    /// - Throws: `RunError.identityInUse` when it came with another command, or with other fields; `tooManyIdentities` when it
    ///   has not come and there is no room for it.
    func answer(
        to command: Int, of leg: String?, _ fields: [Value?], id: String
    ) throws(RunError) -> CommandAnswer? {
        guard let entry = entries[id] else {
            if entries.count >= Self.greatestCount { throw .tooManyIdentities }
            return nil
        }
        guard entry.leg == leg, entry.command == command, entry.fields == fields else { throw .identityInUse(id) }
        return entry.answer
    }

    /// Notes the first answer to a command.
    mutating func note(_ answer: CommandAnswer, to command: Int, of leg: String?, _ fields: [Value?], id: String) {
        if entries[id] == nil { entries[id] = Entry(leg: leg, command: command, fields: fields, answer: answer) }
    }
}
