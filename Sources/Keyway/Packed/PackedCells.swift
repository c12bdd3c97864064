/// A packed table as it is read in a loop: only within the call that lends it.
@usableFromInline
struct PackedCells {
    @usableFromInline let stateCount: Int
    @usableFromInline let eventCount: Int
    @usableFromInline let width: UInt64
    @usableFromInline let cells: UnsafeBufferPointer<UInt64>
    @usableFromInline let places: UnsafeBufferPointer<UInt16>
    @usableFromInline let outcomes: UnsafeBufferPointer<Outcome>
    @usableFromInline let questions: UnsafeBufferPointer<PackedQuestion>
    @usableFromInline let isReply: UnsafeBufferPointer<UInt32>
    @usableFromInline let copies: UnsafeBufferPointer<BitCopy>

    @inlinable @inline(__always)
    init(
        stateCount: Int, eventCount: Int, width: UInt64, cells: UnsafeBufferPointer<UInt64>,
        places: UnsafeBufferPointer<UInt16>, outcomes: UnsafeBufferPointer<Outcome>,
        questions: UnsafeBufferPointer<PackedQuestion>, isReply: UnsafeBufferPointer<UInt32>,
        copies: UnsafeBufferPointer<BitCopy>
    ) {
        self.stateCount = stateCount
        self.eventCount = eventCount
        self.width = width
        self.cells = cells
        self.places = places
        self.outcomes = outcomes
        self.questions = questions
        self.isReply = isReply
        self.copies = copies
    }

    /// Decides an event of a record that comes after the run's last; nil, and nothing has happened, where that is left to
    /// the table.
    ///
    /// The places are read unchecked: run and event are compared with the table here, and what the table leads to was
    /// laid out together with it.
    @inlinable @inline(__always)
    func reduce(_ run: inout PackedRun, _ event: PackedEvent, at now: Instant, sequence: UInt64) -> PackedStep? {
        let offset = UInt64(bitPattern: now.milliseconds &- run.epoch)
        let position = Int(event.position)
        guard offset &- 1 < PackedRun.greatestOffset, sequence < PackedRun.greatestSequence,
            run.settingCount < PackedRun.greatestSettingCount, position < eventCount,
            run.state < stateCount
        else { return nil }
        let isReply = isReply[position]
        let closed = PackedRun.Orders(repeating: event.answers | ~isReply).lanes(equalTo: run.orders)
        let isStale = isReply & ~closed.any | ~isReply & event.isStale
        let cell = cells[(run.state &* eventCount &+ position) &* 2 &+ Int(isStale & 1)]
        let outcome = outcomes.baseAddress.unsafelyUnwrapped + place(in: cell, run.variables, event.fields)
        if outcome.pointee.kind != .plain {
            if outcome.pointee.kind == .leftToTable { return nil }
            copyBits(from: Int(outcome.pointee.copies), count: Int(outcome.pointee.copyCount), event.fields, in: &run)
        }
        run.apply(
            outcome, closing: closed, at: UInt32(truncatingIfNeeded: offset),
            as: UInt32(truncatingIfNeeded: sequence))
        return outcome.pointee.step
    }

    /// The place of what is to be done in a cell, by the answers to its questions.
    @inlinable @inline(__always)
    func place(in cell: UInt64, _ variables: UInt64, _ fields: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: cell & 0xFFF_FFFF)
        var asked = cell &>> 28
        var bit: UInt64 = 0
        while bit < width {
            let question = questions[Int(truncatingIfNeeded: asked & 63)]
            place &+= Int(truncatingIfNeeded: question.answer(variables, fields) &<< bit)
            asked &>>= 6
            bit &+= 1
        }
        return Int(places[place])
    }

    /// Copies bits over those that the outcome is about to keep.
    @inlinable
    func copyBits(from first: Int, count: Int, _ fields: UInt64, in run: inout PackedRun) {
        let before = run.variables
        for copy in copies[first..<(first &+ count)] {
            run.variables &= ~(copy.mask &<< copy.to)
            run.variables |= ((copy.isOfEvent ? fields : before) &>> copy.from & copy.mask) &<< copy.to
        }
    }
}

extension PackedRun {
    @inlinable @inline(__always)
    mutating func apply(
        _ outcome: UnsafePointer<Outcome>, closing closed: Orders, at now: UInt32, as sequence: UInt32
    ) {
        let order = (sequence &+ 1) &<< Self.indexWidth
        variables = variables & outcome.pointee.keptVariables &+ outcome.pointee.addedToVariables
        deadlines =
            deadlines & outcome.pointee.keptTimers
            | Timers(repeating: now) & outcome.pointee.setTimers &+ outcome.pointee.durations
        turns =
            turns & outcome.pointee.keptTurns
            | (UInt64(settingCount) &* 0x0101_0101_0101_0101 &+ outcome.pointee.turns) & outcome.pointee.setTurns
        settingCount &+= outcome.pointee.settingCount
        orders =
            orders & ~closed & outcome.pointee.keptOrders
            | Orders(repeating: order) & outcome.pointee.setOrders | outcome.pointee.indices
        limits =
            limits & outcome.pointee.keptOrders
            | Orders(repeating: now) & outcome.pointee.setOrders &+ outcome.pointee.limits
        place = outcome.pointee.step.place
        attempt &+= outcome.pointee.attempts
        self.sequence = sequence
    }
}

extension SIMD4<UInt32> {
    /// All ones where the lanes are equal, else 0.
    @inlinable @inline(__always)
    func lanes(equalTo other: Self) -> Self { Self.zero.replacing(with: Self(repeating: .max), where: self .== other) }

    /// All ones where any lane is all ones, else 0, if each is one or the other.
    @inlinable @inline(__always)
    var any: UInt32 {
        let halves = evenHalf | oddHalf
        return halves[0] | halves[1]
    }
}
