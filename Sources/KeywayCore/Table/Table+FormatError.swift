extension Table {
    /// Why bytes are no table.
    public enum FormatError: Error, Hashable, Sendable {
        /// A part of a table whose positions may lead nowhere; the raw value names it in words.
        public enum Part: String, Hashable, Sendable {
            case firstValues = "first values"
            case parameter = "a parameter"
            case states
            case cells
            case moves
            case kind = "a field's kind"
            case heldTimer = "a timer that a state holds back"
            case origin = "an event's origin"
            case fieldsOfRestored = "the fields of restored"
            case timerEvent = "a timer's event"
            case sessionTimer = "the session's timer"
            case replies = "an effect's replies"
            case decoderRowEvent = "a decoder row's event"
            case cell = "a cell"
            case move = "a move"
            case row = "a row"
            case branch = "a branch"
            case choice = "a choice"
            case contentOfMove = "what a move does"
            case laneEvent = "a lane's event"
            case subFlow = "a sub-flow"
            case question = "a question"
            /// How many sub-flows there are, and the outline of each, which may be another one now.
            case subFlows = "the sub-flows"
        }

        /// The text of generated code is no base 64.
        case notBase64
        /// The bytes of generated code do not have the checksum behind them.
        case wrongChecksum
        /// The bytes do not read as a table.
        case unreadable(ByteError)
        /// The bytes read as a table, and more bytes follow it from this position on, counted from 0.
        case followed(position: Int)
        /// The bytes have a form or a tag, which says what kind of part follows, that this version of Keyway does not know. Where a log or a
        /// checksum vouches for the bytes, a newer version wrote them.
        case newer(tag: UInt8, position: Int)
        /// A position in this part of the table leads nowhere.
        case inconsistent(Part)
    }
}

extension Table.FormatError: CustomStringConvertible {
    /// One line, without the place of the bytes: whoever read them adds it.
    public var description: String {
        let unreadable = "the stored table cannot be read"
        return switch self {
        case .notBase64: "\(unreadable): it is no base 64"
        case .wrongChecksum: "\(unreadable): its bytes are damaged, or another version of the generator made them"
        case .unreadable(let error): "\(unreadable): \(error)"
        case .followed(let position): "\(unreadable): byte \(position): something follows the table"
        case .newer(let tag, let position):
            "\(unreadable) by this version of Keyway: \(ByteError.unknownTag(tag, position: position))"
        case .inconsistent(let part): "the stored table is inconsistent: \(part.rawValue)"
        }
    }
}
