/// What guards found, one bit for each question.
public struct Answers: Hashable, Sendable {
    @usableFromInline var bits: UInt64 = 0

    @inlinable public init() {}

    /// Whether the answer to a question is yes; each is set once.
    @inlinable public subscript(question: Int) -> Bool {
        get { bits >> UInt64(question & 63) & 1 == 1 }
        set { bits |= (newValue ? 1 : 0) << UInt64(question & 63) }
    }
}

/// Leads from a state, an event and the answers of the guards to the row that decides, without a branch on any of them.
///
/// Each cell says which questions it asks and where its rows begin; the answers, read as a number, tell which row it is.
public struct CellIndex: Sendable {
    /// A guard's question, and the event whose fields it reads.
    public struct Question: Hashable, Sendable {
        public var test: Test
        /// Nil where it reads variables alone.
        public var event: Int?

        public init(_ test: Test, of event: Int?) {
            self.test = test
            self.event = event
        }
    }

    /// What a cell and the answers lead to.
    public enum Decision: Equatable, Sendable {
        case row(Int)
        /// Nothing is declared.
        case none
        /// The cell asks more than an index holds; the table's own questions decide.
        case unindexed
    }

    /// In the order of the bits of `Answers`.
    public let questions: [Question]

    /// For each state, each event: from the lowest bits on, where its rows begin (16), and its questions (8 each).
    @usableFromInline let cells: [UInt64]
    /// For each cell, a row for each way to answer its questions.
    @usableFromInline let rows: [UInt16]
    /// The most questions that any cell asks.
    @usableFromInline let width: Int
    @usableFromInline let eventCount: Int

    @usableFromInline static let noRow = UInt16.max
    @usableFromInline static let unindexed = UInt16.max - 1
    /// So many questions fit beside the beginning of the rows.
    static let greatestWidth = 6
    /// The last bit is never set; what a cell does not ask reads it.
    static let greatestQuestionCount = 63

    /// The row of a cell.
    @inlinable public func row(state: Int, event: Int, answers: Answers) -> Decision {
        let cell = cells[state &* eventCount &+ event]
        var place = Int(truncatingIfNeeded: cell & 0xFFFF)
        var asked = cell >> 16
        for bit in 0..<width {
            place &+= Int(truncatingIfNeeded: (answers.bits >> (asked & 63) & 1) << UInt64(bit))
            asked >>= 8
        }
        let row = rows[place]
        if row < Self.unindexed { return .row(Int(row)) }
        return row == Self.noRow ? .none : .unindexed
    }
}
