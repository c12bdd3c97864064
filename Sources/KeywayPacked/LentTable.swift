public import KeywayCore

/// A packed table as it is read in a loop: only within the call that lends it.
@usableFromInline
struct LentTable {
    @usableFromInline let cells: UnsafePointer<PackedCells>
    @usableFromInline let outcomes: UnsafeRawPointer
    @usableFromInline let supplements: UnsafePointer<Supplement>
    @usableFromInline let answered: UnsafeBufferPointer<UInt64>
    /// How many effects answer.
    @usableFromInline let orderCount: Int
    @usableFromInline let epoch: Int64

    @inlinable @inline(__always)
    init(
        cells: UnsafePointer<PackedCells>, outcomes: UnsafeRawPointer,
        supplements: UnsafePointer<Supplement>, answered: UnsafeBufferPointer<UInt64>, orderCount: Int, epoch: Int64
    ) {
        self.cells = cells
        self.outcomes = outcomes
        self.supplements = supplements
        self.answered = answered
        self.orderCount = orderCount
        self.epoch = epoch
    }

    /// Decides an event as the next record of the run; nil, and nothing has happened, where that is left to the table.
    ///
    /// What an arrival says is compared with the table here; what the table leads to, and the run is of, was laid out with it.
    ///
    /// - `answers`: what the guards of a cell find in the words of the run and the event.
    @inlinable @inline(__always)
    func reduce(
        _ run: PackedRun, _ event: PackedEvent, at now: Instant, answers: (PackedCell, UInt64, UInt64) -> UInt64
    ) -> PackedStep? {
        let offset = UInt64(bitPattern: now.milliseconds &- epoch)
        let sequence = run.sequence &+ 1
        let position = Int(event.position)
        guard PackedSlot.hasRoom(at: offset, sequence: sequence), position < answered.count else { return nil }
        let place = run.place
        let answered = answered[position]
        // As bits of the place, of which none is of the row.
        let closed = run.slots(of: event.answers, among: orderCount) & (place & answered)
        let cell = cells[Int(PackedRun.row(of: place)) &+ position]
            .cell(canBeStale: (answered | UInt64(event.isStale)) & 1, closing: closed)
        var variables = run.variables
        let outcome = (outcomes + cell.offset(answers(cell, variables, event.fields)))
            .assumingMemoryBound(to: PackedOutcome.self)
        let moment = PackedSlot.moment(at: offset, sequence: sequence)
        if outcome.pointee.supplement != PackedOutcome.noSupplement {
            guard let more = supplement(outcome, run, event.fields, at: moment) else { return nil }
            variables = more
        }
        run.apply(outcome, to: place & ~closed, variables, at: moment)
        return outcome.pointee.step
    }

    /// Does what few steps do besides; returns the variables to go on with, nil where the step is left to the table.
    @usableFromInline @inline(never)
    func supplement(
        _ outcome: UnsafePointer<PackedOutcome>, _ run: PackedRun, _ fields: UInt64, at moment: UInt64
    ) -> UInt64? {
        guard outcome.pointee.supplement != PackedOutcome.leftToTable else { return nil }
        let supplement = supplements[Int(outcome.pointee.supplement)]
        for beginning in supplement.beginnings { run[beginning.word] = moment &+ beginning.addend }
        return supplement.copied(run.variables, fields)
    }
}

extension PackedTable {
    /// Takes events through runs, each as the next record of its run, and tells every step.
    @inlinable @inline(__always)
    func reduce<Arriving>(
        _ events: [Arriving], into runs: inout PackedRuns, arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, PackedStep?) -> Void, answers: (PackedCell, UInt64, UInt64) -> UInt64
    ) {
        // Runs of another table would be read as if they were of this one.
        guard runs.shape == shape else {
            for event in events { tell(event, nil) }
            return
        }
        let (count, stride) = (runs.count, runs.shape.wordCount &<< 3)
        lend(from: runs.epoch) { table in
            runs.words.withUnsafeMutableBytes { words in
                events.withUnsafeBufferPointer { events in
                    for event in events {
                        guard let base = words.baseAddress, let arrival = arrival(event),
                            UInt(bitPattern: arrival.run) < UInt(bitPattern: count)
                        else {
                            tell(event, nil)
                            continue
                        }
                        let run = PackedRun(at: base + arrival.run &* stride)
                        tell(event, table.reduce(run, arrival.event, at: arrival.time, answers: answers))
                    }
                }
            }
        }
    }

    /// Reads the table in place: what many steps need is looked up once.
    @inlinable @inline(__always)
    func lend(from epoch: Int64, _ body: (LentTable) -> Void) {
        cells.withUnsafeBufferPointer { cells in
            outcomes.withUnsafeBufferPointer { outcomes in
                supplements.withUnsafeBufferPointer { supplements in
                    answered.withUnsafeBufferPointer { answered in
                        guard let cells = cells.baseAddress, let outcomes = UnsafeRawPointer(outcomes.baseAddress),
                            let supplements = supplements.baseAddress
                        else { return }
                        body(
                            LentTable(
                                cells: cells, outcomes: outcomes, supplements: supplements, answered: answered,
                                orderCount: orderCount, epoch: epoch))
                    }
                }
            }
        }
    }
}
