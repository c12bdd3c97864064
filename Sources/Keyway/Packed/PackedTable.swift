/// A table laid out for many steps: each state, event and answer of the guards leads to all that the step does, without a
/// branch on any of them.
///
/// It decides nothing by itself: it is made of a table, and what it does not hold is left to that table. It is a class
/// because runs that it packed are known by it.
public final class PackedTable: Sendable {
    let layout: PackedLayout
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
    @usableFromInline let width: Int
    /// For each event, all ones where it answers an effect.
    @usableFromInline let isReply: [UInt32]
    /// For each event, whether a stamp of it counts.
    let isCallback: [Bool]
    /// For each event, whether it has no fields.
    let isBare: [Bool]
    let rests: [OutcomeRest]

    init(_ drawing: PackedDrawing, of table: Table, by layout: PackedLayout) {
        self.layout = layout
        eventCount = table.events.count
        cells = drawing.cells
        places = drawing.places
        outcomes = drawing.outcomes
        let never = PackedQuestion(isOfEvent: false, shift: 0, mask: 0, codes: 0)
        questions = drawing.questions + Array(repeating: never, count: Self.noQuestion + 1 - drawing.questions.count)
        width = drawing.width
        isReply = table.events.map { $0.origin == .reply ? .max : 0 }
        isCallback = table.events.map { $0.origin == .callback }
        isBare = table.events.map(\.fields.isEmpty)
        rests = drawing.rests
    }

    @usableFromInline static var greatestWidth: Int { 6 }
    @usableFromInline static var noQuestion: Int { 63 }
    static var greatestPlaceCount: Int { 1 << 28 }
}

/// An event as packed runs take it.
public struct PackedEvent: Sendable {
    /// The event's position in the table.
    @usableFromInline var position: UInt32
    /// The order that it answers, as lanes have it.
    @usableFromInline var answers: UInt32
    /// The codes of its fields.
    @usableFromInline var fields: UInt64
    /// 1 where a handler knows that it belongs to an earlier attempt.
    @usableFromInline var isStale: UInt32

    /// - Parameter fields: the codes of the event's fields, as the packed table lays them out.
    @inlinable
    public init(_ position: Int, fields: UInt64 = 0, answers: OrderID? = nil, isStale: Bool = false) {
        self.position = UInt32(truncatingIfNeeded: position)
        self.answers = PackedRun.lane(of: answers)
        self.fields = fields
        self.isStale = isStale ? 1 : 0
    }
}

extension PackedTable {
    /// Decides an event; nil, and nothing has happened, where that is left to the table.
    @inlinable @inline(__always)
    public func reduce(
        _ run: inout PackedRun, _ event: PackedEvent, at now: Instant, sequence: UInt64
    ) -> PackedStep? {
        let offset = UInt64(bitPattern: now.milliseconds &- run.epoch)
        guard offset &- 1 < PackedRun.greatestOffset, sequence < PackedRun.greatestSequence,
            sequence > UInt64(run.sequence), event.position < eventCount,
            run.settingCount < PackedRun.greatestSettingCount
        else { return nil }
        let isReply = isReply[Int(event.position)]
        let closed = PackedRun.Orders(repeating: event.answers | ~isReply).lanes(equalTo: run.orders)
        let isOpen = closed[0] | closed[1] | closed[2] | closed[3]
        let isStale = (isReply & ~isOpen | ~isReply & event.isStale) & 1
        let place = place(of: event, isStale: isStale, in: run)
        if !outcomes[place].isPlain {
            if outcomes[place].isLeftToTable { return nil }
            copyBits(of: outcomes[place].step, event, in: &run)
        }
        run.apply(
            outcomes[place], closing: closed, at: UInt32(truncatingIfNeeded: offset),
            as: UInt32(truncatingIfNeeded: sequence))
        return outcomes[place].step
    }

    /// The place of what is to be done in a run's cell, by the answers to its questions.
    @inlinable @inline(__always)
    func place(of event: PackedEvent, isStale: UInt32, in run: PackedRun) -> Int {
        let cell = cells[(run.state &* eventCount &+ Int(event.position)) &* 2 &+ Int(isStale)]
        var place = Int(truncatingIfNeeded: cell & 0xFFF_FFFF)
        var asked = cell &>> 28
        for bit in 0..<width {
            let question = questions[Int(truncatingIfNeeded: asked & 63)]
            place &+= Int(truncatingIfNeeded: question.answer(run.variables, event.fields) &<< UInt64(bit))
            asked &>>= 6
        }
        return Int(places[place])
    }

    /// Copies bits over those that the outcome is about to keep.
    @usableFromInline
    func copyBits(of step: PackedStep, _ event: PackedEvent, in run: inout PackedRun) {
        guard step.rest < rests.count else { return }
        let before = run.variables
        for copy in rests[Int(step.rest)].copies {
            run.variables &= ~(copy.mask << copy.to)
            run.variables |= ((copy.isOfEvent ? event.fields : before) >> copy.from & copy.mask) << copy.to
        }
    }
}

extension PackedRun {
    @inlinable @inline(__always)
    mutating func apply(_ outcome: Outcome, closing closed: Orders, at now: UInt32, as sequence: UInt32) {
        let order = (sequence &+ 1) &<< Self.indexWidth
        variables = variables & outcome.keptVariables &+ outcome.addedToVariables
        deadlines = deadlines & outcome.keptTimers | (Timers(repeating: now) &+ outcome.durations) & outcome.setTimers
        turns =
            turns & outcome.keptTurns
            | (UInt64(settingCount) &* 0x0101_0101_0101_0101 &+ outcome.turns) & outcome.setTurns
        settingCount &+= outcome.settingCount
        orders =
            orders & ~closed & ~outcome.setOrders | (Orders(repeating: order) | outcome.indices) & outcome.setOrders
        limits = limits & ~outcome.setOrders | (Orders(repeating: now) &+ outcome.limits) & outcome.setOrders
        place = outcome.state
        attempt &+= outcome.attempts
        self.sequence = sequence
    }
}

extension SIMD4<UInt32> {
    /// All ones where the lanes are equal, else 0.
    @inlinable @inline(__always)
    func lanes(equalTo other: Self) -> Self { Self.zero.replacing(with: Self(repeating: .max), where: self .== other) }
}
