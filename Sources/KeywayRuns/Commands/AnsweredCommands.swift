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

    /// How many answers `recent` has when they move to `earlier`.
    private static let greatestRecentCount = 16

    /// The answers by identity, in two parts. Whoever changes a copy of a run copies each dictionary that changes, so a new answer goes
    /// into the small one.
    private var earlier: [String: Entry] = [:]
    private var recent: [String: Entry] = [:]

    init() {}

    private var count: Int { earlier.count + recent.count }

    private subscript(id: String) -> Entry? { recent[id] ?? earlier[id] }

    /// The first answer; nil for an identity that has not come yet.
    ///
    /// `fields` are those that a log may keep.
    /// - Throws: `RunError.identityInUse` for an identity that came with another command, or with other fields;
    ///   `tooManyIdentities` for a new one for which there is no room.
    func answer(
        to command: Int, of leg: String?, _ fields: [Value?], id: String
    ) throws(RunError) -> CommandAnswer? {
        guard let entry = self[id] else {
            if count >= Self.greatestCount { throw .tooManyIdentities }
            return nil
        }
        guard entry.leg == leg, entry.command == command, entry.fields == fields else { throw .identityInUse(id) }
        return entry.answer
    }

    /// Notes the first answer to a command.
    mutating func note(_ answer: CommandAnswer, to command: Int, of leg: String?, _ fields: [Value?], id: String) {
        guard self[id] == nil else { return }
        recent[id] = Entry(leg: leg, command: command, fields: fields, answer: answer)
        guard recent.count == Self.greatestRecentCount else { return }
        earlier.merge(recent) { first, _ in first }
        recent = [:]
    }
}

/// The answers of a run that is packed.
extension AnsweredCommands {
    func pack(into writer: inout ByteWriter) {
        writer.varint(UInt64(count))
        // In the order of the identities, so that equal runs have equal bytes.
        for (id, entry) in (Array(earlier) + Array(recent)).sorted(by: { $0.key < $1.key }) {
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
            earlier[id] = Entry(leg: leg, command: command, fields: fields, answer: answer)
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
