import KeywayCore
import KeywayLog

/// The answers to commands and callbacks with an identity, so that one which comes again does nothing.
///
/// What comes with an identity gets a record, so the identity is known again after a restart. Only a retained callback that its leg has
/// heard already gets none: it changes nothing, and its identity is not kept.
struct AnsweredInputs: Sendable {
    /// How many identities a run keeps; what comes with a further one is refused.
    static let greatestCount = 1024

    /// What came with an identity.
    enum Subject: Equatable, Sendable {
        /// A command, by its position among the events of the leg's flow. `leg`: the leg's name; nil for the root. `fields`: as the log
        /// has them: of a personal, secret or transient field only whether it was there.
        case command(Int, leg: String?, fields: [Value?])
        /// A provider's callback. What was read of it is not compared: once the run has gone on, the same callback may be read as another
        /// event.
        case callback
    }

    private struct Entry {
        var subject: Subject
        var answer: CommandAnswer
    }

    /// How many answers `recent` has when they move to `earlier`.
    private static let greatestRecentCount = 16

    /// The answers by identity, in two parts. A run is a value: whoever changes a copy of it copies the whole dictionary that changes, so a
    /// new answer goes into `recent`, which is small.
    private var earlier: [ExactText: Entry] = [:]
    private var recent: [ExactText: Entry] = [:]

    init() {}

    private var count: Int { earlier.count + recent.count }

    private subscript(id: ExactText) -> Entry? { recent[id] ?? earlier[id] }

    /// The answer that this identity got first; nil for an identity that has not come yet.
    ///
    /// - Throws: `RunError.identityInUse` for an identity that came with something else; `identityTooLong` and `tooManyIdentities` for a
    ///   new one that is too long, or for which there is no room.
    func answer(to subject: Subject, id: String) throws(RunError) -> CommandAnswer? {
        guard let entry = self[ExactText(id)] else {
            try RunError.checkIdentity(id)
            if count >= Self.greatestCount { throw .tooManyIdentities }
            return nil
        }
        guard entry.subject == subject else { throw .identityInUse(id) }
        return entry.answer
    }

    /// Notes the first answer; where the identity has one already, that one stays.
    mutating func note(_ answer: CommandAnswer, to subject: Subject, id: String) {
        let id = ExactText(id)
        guard self[id] == nil else { return }
        recent[id] = Entry(subject: subject, answer: answer)
        guard recent.count == Self.greatestRecentCount else { return }
        earlier.merge(recent) { first, _ in first }
        recent = [:]
    }
}

/// The answers among the bytes of a live run at rest.
extension AnsweredInputs {
    func pack(into writer: inout ByteWriter) {
        writer.varint(UInt64(count))
        // In the order of the identities, so that equal runs have equal bytes.
        for (id, entry) in (Array(earlier) + Array(recent)).sorted(by: { $0.key < $1.key }) {
            writer.string(id.text)
            switch entry.subject {
            case .command(let command, let leg, let fields):
                writer.byte(1)
                writer.optional(leg) { $0.string($1) }
                writer.varint(UInt64(command))
                writer.values(fields)
            case .callback: writer.byte(0)
            }
            writer.byte(entry.answer.packed)
        }
    }

    init(unpacking reader: inout ByteReader) throws(ByteError) {
        for _ in 0..<(try reader.count()) {
            let id = try reader.string()
            var subject = Subject.callback
            if try reader.byte() == 1 {
                let leg = try reader.optional { (reader) throws(ByteError) in try reader.string() }
                subject = .command(Int(clamping: try reader.varint()), leg: leg, fields: try reader.values())
            }
            let start = reader.position
            guard let answer = CommandAnswer(packed: try reader.byte()) else { throw .outOfRange(position: start) }
            earlier[ExactText(id)] = Entry(subject: subject, answer: answer)
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
