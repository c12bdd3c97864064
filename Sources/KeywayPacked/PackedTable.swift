public import KeywayCore

/// A table laid out for deciding the recorded events of many runs.
///
/// For each state, each event and each way to answer the guards it has all that the step does to a run, found without a
/// branch in the code. It is made from a `Table`. Some events it cannot decide, such as one whose guard compares two
/// variables: for these its caller asks `reduce` of the `Table`.
public struct PackedTable: Sendable {
    let layout: PackedLayout
    /// What the guards ask; bit n of the answers belongs to question n.
    package let questions: [PackedQuestion]
    /// For each state one after the other, a cell pair for each event.
    @usableFromInline let cells: [PackedCells]
    /// The outcomes of all cells; those of one cell stand side by side.
    @usableFromInline let outcomes: [PackedOutcome]
    /// What of steps has no room in an outcome; the outcome has its position here.
    @usableFromInline let overflows: [OutcomeOverflow]
    /// The questions, and behind them fillers, so that from any question on as many as `PackedCell.greatestWidth` can
    /// be read.
    @usableFromInline let asked: [AskedQuestion]
    /// The most questions that any cell asks.
    @usableFromInline let width: Int
    /// For each event, bits as in the word `cellAndSlots` of a `PackedRun`: for a reply those of all slots of open orders, and the lowest
    /// bit; else 0.
    ///
    /// The lowest bit says that the event is a reply, so that it is stale where it answers no open order.
    @usableFromInline let answerableSlots: [UInt64]
    /// For each event whether it is a callback: the stamp is read of callbacks alone.
    private let isCallback: [Bool]
    /// How many effects have replies.
    @usableFromInline let orderCount: Int
    @usableFromInline let shape: PackedRuns.Shape

    /// Lays out a table for runs in which each parameter that is a duration has the value that the flow says.
    ///
    /// - Parameter table: one with sub-flows or lanes gives nil, and so does one whose parts do not fit into the words of 64 bits.
    public init?(_ table: Table) { self.init(table, choosing: [:]) }

    /// Lays out a table for runs that began with these durations.
    ///
    /// - Parameter parameters: by the positions of the parameters among the variables; one that is left out has the value
    ///   that the flow says. Values of other kinds may be left out: only durations are laid out in the table, and each
    ///   packed run has its own values of the others.
    package init?(_ table: Table, choosing parameters: [Int: Value]) {
        guard table.children.isEmpty, table.lanes.isEmpty, let layout = PackedLayout(of: table, choosing: parameters),
            let builder = PackedTableBuilder(of: table, layout)
        else { return nil }
        self.layout = layout
        questions = builder.questions
        cells = builder.cells
        outcomes = builder.outcomes
        overflows = builder.overflows
        asked = questions.map(AskedQuestion.init) + Array(repeating: AskedQuestion(), count: PackedCell.greatestWidth)
        width = builder.width
        let orders = UInt32(truncatingIfNeeded: UInt64(1) << UInt64(layout.answering.count) &- 1)
        answerableSlots = table.events.map {
            $0.origin == .reply ? PackedRun.cellAndSlots(firstCell: 1, slots: orders) : 0
        }
        isCallback = table.events.map { $0.origin == .callback }
        orderCount = layout.answering.count
        shape = PackedRuns.Shape(of: layout)
    }

    /// The event as packed runs take it; nil for one with a value that has no code. Of texts and durations only the presence has one.
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
    /// Three numbers in one word.
    ///
    /// From the lowest bits on, with their widths in bits: the position of the cell's first question (8), a mask of the answers to its
    /// questions, shifted by `outcomeWidth` (24), and the bytes before the cell's first outcome (32).
    @usableFromInline let bits: UInt64

    @inlinable @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - first: the position of its first outcome among those of the table.
    ///   - shift: the position of its first question among those of the table.
    ///   - width: how many questions it asks.
    init(first: UInt32, shift: Int, width: Int) {
        let mask = ((1 as UInt64) << UInt64(width) - 1) << Self.outcomeWidth
        bits = UInt64(first) << (32 + Self.outcomeWidth) | mask << 8 | UInt64(shift)
    }

    /// An outcome takes 64 bytes, which is 2 to this power.
    @usableFromInline static var outcomeWidth: UInt64 { 6 }
    /// How many questions one cell may ask.
    static var greatestWidth: Int { 6 }
    /// How many questions a table may have: the answers, shifted by `outcomeWidth`, must have room in one word.
    static var greatestQuestionCount: Int { 58 }
    /// How many outcomes a table may have: an offset to one in bytes must have room in 32 bits.
    static var greatestOutcomeCount: Int { 1 << 26 }

    /// The position of the first question that it asks.
    @inlinable @inline(__always)
    var shift: UInt64 { bits & 0xFF }

    /// How many bytes come before the outcome for these answers to all questions of the table.
    @inlinable @inline(__always)
    func offset(_ answers: UInt64) -> Int {
        // A shift by `bits` uses only its lowest six bits, which hold the position of the cell's first question.
        let chosen = (answers &<< Self.outcomeWidth) &>> bits & bits &>> 8 & 0xFF_FFFF
        return Int(truncatingIfNeeded: bits &>> 32 &+ chosen)
    }
}

/// A state and event: the cell for the event as it is, and in which bits the cell for the event that comes stale
/// differs.
@usableFromInline
struct PackedCells: Hashable, Sendable {
    @usableFromInline let current: PackedCell
    @usableFromInline let difference: UInt64

    init(current: PackedCell, stale: PackedCell) {
        self.current = current
        difference = current.bits ^ stale.bits
    }

    /// The stale cell where the event can be stale and closes no order, else the current one.
    ///
    /// `canBeStale` is 1 or 0. `closed` has a bit for each order that the event closes, and never the highest bit. Both
    /// cells are loaded before it is known which one is meant, and the choice between them is no branch.
    @inlinable @inline(__always)
    func cell(canBeStale: UInt64, closing closed: UInt64) -> PackedCell {
        // Of these only 0 minus 1 is negative: then all bits are set.
        let isStale = UInt64(bitPattern: Int64(bitPattern: closed &- 1) &>> 63)
        return PackedCell(bits: current.bits ^ difference & (0 &- canBeStale) & isStale)
    }
}
