public import KeywayCore

/// Pointers to the parts of a packed table, for a loop over events; valid only within the call of `withView`.
@usableFromInline
struct PackedTableView {
    @usableFromInline let cells: UnsafePointer<PackedCells>
    /// The outcomes of all cells; a cell gives an offset into them in bytes.
    @usableFromInline let outcomes: UnsafeRawPointer
    @usableFromInline let overflows: UnsafePointer<OutcomeOverflow>
    /// For each event, the slots that it may close, as in `PackedTable.answerableSlots`.
    @usableFromInline let answerableSlots: UnsafeBufferPointer<UInt64>
    /// How many effects have replies: each has a slot for its open order.
    @usableFromInline let orderCount: Int
    /// The milliseconds of the instant from which the runs count time.
    @usableFromInline let epoch: Int64

    @inlinable @inline(__always)
    init(
        cells: UnsafePointer<PackedCells>, outcomes: UnsafeRawPointer,
        overflows: UnsafePointer<OutcomeOverflow>, answerableSlots: UnsafeBufferPointer<UInt64>, orderCount: Int,
        epoch: Int64
    ) {
        self.cells = cells
        self.outcomes = outcomes
        self.overflows = overflows
        self.answerableSlots = answerableSlots
        self.orderCount = orderCount
        self.epoch = epoch
    }

    /// Decides an event as the next record of the run; nil, and nothing has happened, where the `Table` itself must
    /// decide.
    ///
    /// Only what comes with the event is checked here. The positions in the table and in the run were checked when the
    /// table and the run were made.
    ///
    /// - Parameter answers: is given the cell, the run's variables and the event's fields, and gives the answers to the guards'
    ///   questions: a bit each.
    @inlinable @inline(__always)
    func reduce(
        _ run: PackedRun, _ event: PackedEvent, at now: Instant, answers: (PackedCell, UInt64, UInt64) -> UInt64
    ) -> PackedStep? {
        let offset = UInt64(bitPattern: now.milliseconds &- epoch)
        let sequence = run.sequence &+ 1
        let position = Int(event.position)
        guard PackedSlot.hasRoom(at: offset, sequence: sequence), position < answerableSlots.count else { return nil }
        let cellAndSlots = run.cellAndSlots
        let answerable = answerableSlots[position]
        // The open orders that the event answers, as slot bits of a word `cellAndSlots`, whose lower half, the first cell, is 0.
        let closed = run.slots(of: event.answers, among: orderCount) & (cellAndSlots & answerable)
        let cell = cells[Int(PackedRun.firstCell(of: cellAndSlots)) &+ position]
            .cell(canBeStale: (answerable | UInt64(event.isStale)) & 1, closing: closed)
        var variables = run.variables
        let outcome = (outcomes + cell.offset(answers(cell, variables, event.fields)))
            .assumingMemoryBound(to: PackedOutcome.self)
        let stepPart = PackedSlot.stepPart(at: offset, sequence: sequence)
        if outcome.pointee.overflow != PackedOutcome.noOverflow {
            guard let more = applyOverflow(outcome, run, event.fields, stepPart) else { return nil }
            variables = more
        }
        run.apply(outcome, to: cellAndSlots & ~closed, variables, stepPart)
        return outcome.pointee.step
    }

    /// Does the part of a step for which an outcome has no room.
    ///
    /// Returns the variables to which the outcome is to be applied; nil where the `Table` itself must decide.
    @usableFromInline @inline(never)
    func applyOverflow(
        _ outcome: UnsafePointer<PackedOutcome>, _ run: PackedRun, _ fields: UInt64, _ stepPart: UInt64
    ) -> UInt64? {
        guard outcome.pointee.overflow != PackedOutcome.leftToTable else { return nil }
        let overflow = overflows[Int(outcome.pointee.overflow)]
        for beginning in overflow.beginnings { run[beginning.word] = stepPart &+ beginning.addend }
        return overflow.copied(run.variables, fields)
    }
}

extension PackedTable {
    /// Decides each event as the next record of its run, and hands every step to `tell`: nil for an event that the table
    /// cannot decide.
    @inlinable @inline(__always)
    func reduce<Arriving>(
        _ events: [Arriving], into runs: inout PackedRuns, arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, PackedStep?) -> Void, answers: (PackedCell, UInt64, UInt64) -> UInt64
    ) {
        // Runs that were laid out for another table would be misread.
        guard runs.shape == shape else {
            for event in events { tell(event, nil) }
            return
        }
        let (count, stride) = (runs.count, runs.shape.wordCount &<< 3)
        withView(from: runs.epoch) { table in
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

    /// Hands the body pointers to the table's arrays, so that a loop over events looks these up only once.
    @inlinable @inline(__always)
    func withView(from epoch: Int64, _ body: (PackedTableView) -> Void) {
        cells.withUnsafeBufferPointer { cells in
            outcomes.withUnsafeBufferPointer { outcomes in
                overflows.withUnsafeBufferPointer { overflows in
                    answerableSlots.withUnsafeBufferPointer { answerableSlots in
                        guard let cells = cells.baseAddress, let outcomes = UnsafeRawPointer(outcomes.baseAddress),
                            let overflows = overflows.baseAddress
                        else { return }
                        body(
                            PackedTableView(
                                cells: cells, outcomes: outcomes, overflows: overflows,
                                answerableSlots: answerableSlots, orderCount: orderCount, epoch: epoch))
                    }
                }
            }
        }
    }
}
