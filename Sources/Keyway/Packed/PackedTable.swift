/// A table laid out for many runs, as a bulk of recordings has them: each state, event and answer of the guards leads to all
/// that the step does to a `PackedRun`, without a branch on any of them.
///
/// It decides nothing by itself: it is made of a table, and what it does not hold is left to that table.
public struct PackedTable: Sendable {
    let layout: PackedLayout
    @usableFromInline let stateCount: Int
    @usableFromInline let eventCount: Int
    /// For each state, each event as it comes and as it comes stale: where its places begin (28 bits), and its questions
    /// (6 bits each).
    @usableFromInline let cells: [UInt64]
    /// For each cell, an outcome for each way to answer its questions.
    @usableFromInline let places: [UInt16]
    @usableFromInline let outcomes: [Outcome]
    /// Sixty-four; the last is never asked in earnest.
    @usableFromInline let questions: [PackedQuestion]
    /// The most questions that any cell asks.
    @usableFromInline let width: UInt64
    /// For each event, all ones where it answers an effect.
    @usableFromInline let isReply: [UInt32]
    /// For each event, whether a stamp of it counts.
    let isCallback: [Bool]
    /// For each event, whether it has no fields.
    let isBare: [Bool]
    @usableFromInline let copies: [BitCopy]

    init(_ drawing: PackedDrawing, of table: Table, by layout: PackedLayout) {
        self.layout = layout
        stateCount = table.states.count
        eventCount = table.events.count
        cells = drawing.cells
        places = drawing.places
        outcomes = drawing.outcomes
        let never = PackedQuestion(isOfEvent: false, shift: 0, mask: 0, codes: 0)
        questions = drawing.questions + Array(repeating: never, count: Self.noQuestion + 1 - drawing.questions.count)
        width = UInt64(drawing.width)
        isReply = table.events.map { $0.origin == .reply ? .max : 0 }
        isCallback = table.events.map { $0.origin == .callback }
        isBare = table.events.map(\.fields.isEmpty)
        copies = drawing.copies
    }

    @usableFromInline static var greatestWidth: Int { 6 }
    @usableFromInline static var noQuestion: Int { 63 }
    static var greatestPlaceCount: Int { 1 << 28 }
}

extension PackedTable {
    /// Packs what steers and times a run; nil where that does not fit.
    public func pack(_ run: RunState, at now: Instant) -> PackedRun? { PackedRun(run, by: layout, at: now) }

    /// The run in full; texts and durations, which a packed run does not have, are those of `kept`.
    public func unpack(_ run: PackedRun, keeping kept: [Value?] = []) -> RunState {
        var state = RunState(state: run.state, values: layout.values(of: run, keeping: kept))
        state.timers = run.timers(of: layout)
        state.openEffects = run.openEffects(of: layout)
        state.attempt = Int(run.attempt)
        return state
    }

    /// The event as packed runs take it; nil for one with a value that its field cannot have.
    public func pack(_ event: Event) -> PackedEvent? {
        guard let fields = codes(of: event.fields, in: event.position) else { return nil }
        let isStale = isCallback[event.position] && event.stamp == .stale
        return PackedEvent(event.position, fields: fields, answers: event.answers, isStale: isStale)
    }

    /// The codes of an event's fields; nil for values that they cannot have.
    public func codes(of fields: [Value?], in event: Int) -> UInt64? {
        guard isBare.indices.contains(event) else { return nil }
        return isBare[event] ? 0 : layout.word(of: fields, in: event)
    }
}
