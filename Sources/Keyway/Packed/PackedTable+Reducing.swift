extension PackedTable {
    /// Decides an event; nil, and nothing has happened, where that is left to the table.
    @inlinable
    public func reduce(
        _ run: inout PackedRun, _ event: PackedEvent, at now: Instant, sequence: UInt64
    ) -> PackedStep? {
        guard sequence > UInt64(run.sequence) else { return nil }
        return withCells { $0.reduce(&run, event, at: now, sequence: sequence) }
    }

    /// Takes events through many runs, each as the next record of its run, and tells every step.
    ///
    /// - `arrival`: what an event is to the table, asked when its turn comes.
    /// - `tell`: is handed nil, and nothing has happened, where an event is left to the table or there is no such run.
    @inlinable @inline(__always)
    public func reduce<Arriving>(
        _ events: [Arriving], into runs: inout [PackedRun], arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, PackedStep?) -> Void
    ) {
        withCells { cells in
            runs.withUnsafeMutableBufferPointer { runs in
                for event in events {
                    guard let arrival = arrival(event), runs.indices.contains(arrival.run) else {
                        tell(event, nil)
                        continue
                    }
                    let sequence = runs[arrival.run].nextSequence
                    tell(
                        event, cells.reduce(&runs[arrival.run], arrival.event, at: arrival.time, sequence: sequence))
                }
            }
        }
    }

    /// Reads the table in place: what many steps need is looked up once.
    @inlinable @inline(__always)
    func withCells<Result>(_ body: (PackedCells) -> Result) -> Result {
        cells.withUnsafeBufferPointer { cells in
            places.withUnsafeBufferPointer { places in
                outcomes.withUnsafeBufferPointer { outcomes in
                    questions.withUnsafeBufferPointer { questions in
                        isReply.withUnsafeBufferPointer { isReply in
                            copies.withUnsafeBufferPointer { copies in
                                body(
                                    PackedCells(
                                        stateCount: stateCount, eventCount: eventCount, width: width, cells: cells,
                                        places: places, outcomes: outcomes, questions: questions, isReply: isReply,
                                        copies: copies))
                            }
                        }
                    }
                }
            }
        }
    }
}
