import KeywayCore

/// The answers to commands with an identity, so that a command that is asked again does nothing.
///
/// All of this follows from the log, so that a command is known again after a restart.
struct AnsweredCommands: Sendable {
    /// How many identities a run keeps; a command with a further one is refused.
    static let greatestCount = 1024

    private struct Entry {
        var leg: String?
        var command: Int
        /// As the log has them: of a classified field only whether it was there.
        var fields: [Value?]
        var answer: CommandAnswer
    }

    private var entries: [String: Entry] = [:]

    init() {}

    /// The first answer; nil for an identity that has not come yet.
    ///
    /// `fields` are those that a log may keep.
    /// - Throws: `RunError.identityInUse` for an identity that came with another command, or with other fields;
    ///   `tooManyIdentities` for a new one for which there is no room.
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

/// The commands of a run that is packed.
extension AnsweredCommands {
    func pack(into writer: inout ByteWriter) {
        writer.varint(UInt64(entries.count))
        // In the order of the identities, so that equal runs have equal bytes.
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.string(id)
            writer.optional(entry.leg) { $0.string($1) }
            writer.varint(UInt64(entry.command))
            writer.values(entry.fields)
            writer.byte(entry.answer.packed)
        }
    }

    init(unpacking reader: inout ByteReader) throws(ByteError) {
        for _ in 0..<(try reader.count()) {
            let id = try reader.string()
            let leg = try reader.optional { (reader) throws(ByteError) in try reader.string() }
            let command = Int(clamping: try reader.varint())
            let fields = try reader.values()
            let start = reader.position
            guard let answer = CommandAnswer(packed: try reader.byte()) else { throw .outOfRange(position: start) }
            entries[id] = Entry(leg: leg, command: command, fields: fields, answer: answer)
        }
    }
}

extension CommandAnswer {
    fileprivate var packed: UInt8 {
        switch self {
        case .accepted: 0
        case .rejected(.notNow): 1
        case .rejected(.ended): 2
        }
    }

    fileprivate init?(packed byte: UInt8) {
        switch byte {
        case 0: self = .accepted
        case 1: self = .rejected(.notNow)
        case 2: self = .rejected(.ended)
        default: return nil
        }
    }
}
