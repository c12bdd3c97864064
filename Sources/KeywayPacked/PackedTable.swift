public import KeywayCore

/// A table laid out for many runs, as a bulk of recordings has them: each state, event and answer of the guards leads to all
/// that the step does to a run, without a branch on any of them.
///
/// It decides nothing by itself: it is made of a table, and what it does not hold is left to that table.
public struct PackedTable: Sendable {
    let layout: PackedLayout
    /// What the guards ask, in the order of the bits of an answer.
    package let questions: [PackedQuestion]
    /// For each state, each event.
    @usableFromInline let cells: [PackedCells]
    @usableFromInline let outcomes: [PackedOutcome]
    @usableFromInline let supplements: [Supplement]
    /// The questions, and behind them some that nobody asks, so that as many as the greatest width can be read.
    @usableFromInline let asked: [AskedQuestion]
    /// The most questions that any cell asks.
    @usableFromInline let width: Int
    /// For each event, the slots of the orders that it may answer, as a place; with row 1 if there are any.
    @usableFromInline let answered: [UInt64]
    /// For each event, whether a stamp of it counts.
    private let isCallback: [Bool]
    /// How many effects answer.
    @usableFromInline let orderCount: Int
    @usableFromInline let shape: PackedRuns.Shape

    /// Lays out a table; nil for one that has more than words hold, and for one with sub-flows or lanes of providers.
    public init?(_ table: Table) {
        guard table.children.isEmpty, table.lanes.isEmpty, let layout = PackedLayout(of: table),
            let builder = PackedTableBuilder(of: table, layout)
        else { return nil }
        self.layout = layout
        questions = builder.questions
        cells = builder.cells
        outcomes = builder.outcomes
        supplements = builder.supplements
        asked = questions.map(AskedQuestion.init) + Array(repeating: AskedQuestion(), count: PackedCell.greatestWidth)
        width = builder.width
        let orders = UInt32(truncatingIfNeeded: UInt64(1) << UInt64(layout.answering.count) &- 1)
        answered = table.events.map { $0.origin == .reply ? PackedRun.place(row: 1, slots: orders) : 0 }
        isCallback = table.events.map { $0.origin == .callback }
        orderCount = layout.answering.count
        shape = PackedRuns.Shape(of: layout)
    }

    /// The event as packed runs take it; nil for one with a value that its field cannot have.
    package func pack(_ event: Event) -> PackedEvent? {
        guard let fields = codes(of: event.fields, in: event.position) else { return nil }
        let isStale = event.stamp == .stale && isCallback[event.position]
        return PackedEvent(event.position, fields: fields, answers: event.answers, isStale: isStale)
    }

    /// The codes of an event's fields; nil for values that they cannot have.
    package func codes(of fields: [Value?], in event: Int) -> UInt64? {
        guard layout.fields.indices.contains(event) else { return nil }
        return layout.fields[event].isEmpty ? 0 : layout.word(of: fields, in: event)
    }
}

/// One state and event: where its outcomes begin, one for each way to answer its questions, and which bits answer them.
@usableFromInline
struct PackedCell: Hashable, Sendable {
    /// From the lowest bits on: which question is the first (8), the bytes from one outcome to the next for each way to answer
    /// (24), and how many come before the first outcome (32).
    @usableFromInline let bits: UInt64

    @inlinable @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    init(first: UInt32, shift: Int, width: Int) {
        let mask = ((1 as UInt64) << UInt64(width) - 1) << Self.outcomeWidth
        bits = UInt64(first) << (32 + Self.outcomeWidth) | mask << 8 | UInt64(shift)
    }

    /// An outcome takes so many bytes, as a power of two.
    @usableFromInline static var outcomeWidth: UInt64 { 6 }
    static var greatestWidth: Int { 6 }
    /// All questions of a table and the bytes of an outcome have room in one word.
    static var greatestQuestionCount: Int { 58 }
    static var greatestOutcomeCount: Int { 1 << 26 }

    /// The first of the questions that it asks.
    @inlinable @inline(__always)
    var shift: UInt64 { bits & 0xFF }

    /// How many bytes come before the outcome for these answers to all questions of the table.
    @inlinable @inline(__always)
    func offset(_ answers: UInt64) -> Int {
        // Of a distance the shift takes six bits.
        let chosen = (answers &<< Self.outcomeWidth) &>> bits & bits &>> 8 & 0xFF_FFFF
        return Int(truncatingIfNeeded: bits &>> 32 &+ chosen)
    }
}

/// A state and event: its cell as the event comes, and how that differs from the cell of the event that comes stale.
@usableFromInline
struct PackedCells: Hashable, Sendable {
    @usableFromInline let current: PackedCell
    @usableFromInline let difference: UInt64

    init(current: PackedCell, stale: PackedCell) {
        self.current = current
        difference = current.bits ^ stale.bits
    }

    /// The one of an event that can be stale, which is 1 or 0, and closes these orders, of which none has the highest bit.
    ///
    /// Both are read before it is known which is meant, and nothing waits for that but the choice, which is no jump.
    @inlinable @inline(__always)
    func cell(canBeStale: UInt64, closing closed: UInt64) -> PackedCell {
        // Only what comes before 0 is negative.
        let isStale = UInt64(bitPattern: Int64(bitPattern: closed &- 1) &>> 63)
        return PackedCell(bits: current.bits ^ difference & (0 &- canBeStale) & isStale)
    }
}
