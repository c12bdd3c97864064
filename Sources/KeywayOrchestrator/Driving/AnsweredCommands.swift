import Keyway

/// What commands with an identity were answered, so that the same one asked again does nothing.
struct AnsweredCommands {
    /// How many are kept of a run; beyond, the one that came first is forgotten, and asked again it is a new command.
    static let greatestCount = 1024

    private struct Entry {
        var leg: String?
        var command: Int
        /// Of values that may be secret nothing else is kept. It is salted by the process and never leaves it.
        var fingerprint: Int
        var answer: CommandAnswer
    }

    private var entries: [String: Entry] = [:]
    /// The identities as they came; when full, the oldest stands at `oldest`.
    private var identities: [String] = []
    private var oldest = 0

    /// The first answer; nil for an identity that has not come yet.
    ///
    /// - Throws: `DriverError.identityInUse` when it came with another command, or with other fields.
    func answer(
        to command: Int, of leg: String?, _ fields: [Value?], id: String
    ) throws(DriverError) -> CommandAnswer? {
        guard let entry = entries[id] else { return nil }
        guard entry.leg == leg, entry.command == command, entry.fingerprint == fields.hashValue else {
            throw .identityInUse(id)
        }
        return entry.answer
    }

    /// Notes the first answer to a command.
    mutating func note(_ answer: CommandAnswer, to command: Int, of leg: String?, _ fields: [Value?], id: String) {
        entries[id] = Entry(leg: leg, command: command, fingerprint: fields.hashValue, answer: answer)
        if identities.count < Self.greatestCount {
            identities.append(id)
        } else {
            entries[identities[oldest]] = nil
            identities[oldest] = id
            oldest = (oldest + 1) % Self.greatestCount
        }
    }
}
