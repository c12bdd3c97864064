import KeywayCore

/// Which steps get a record: all that change the run or end something of it, and a limited number of the others.
struct RecordKeeping: Sendable {
    /// How many steps that change nothing get a record, for each disposition; further ones are only counted.
    static let greatestIdlePerReason = 64
    /// How many steps after the run's end get a record, besides those of commands and callbacks with an identity.
    static let greatestAfterEnd = 16

    /// What of a step decides whether it gets a record.
    struct Kind {
        var disposition: Disposition
        var changesRun: Bool
        /// Whether the event ended a timer, an order, a sub-flow or the wait for a lane.
        var endsSomething: Bool
        /// Whether the run itself had ended, and so had the leg to which the event came.
        var isAfterTheEnd: Bool
        /// Whether the event came with an identity; the caller keeps such a step in any case.
        var hasIdentity: Bool
    }

    /// Steps that changed nothing and were kept, by the raw value of their disposition.
    private var idle = [Int](repeating: 0, count: Disposition.allCases.count)
    /// Records after the run's end, without those of commands and callbacks that have an identity.
    private var afterEnd = 0
    /// Records that changed the run.
    private(set) var changing = 0
    /// Steps that got no record since the last `taken` one.
    var omittedSteps: UInt64 = 0

    init() {}

    /// Whether the step gets a record.
    ///
    /// Before the run's end a step that ends a timer, an order, a sub-flow or the wait for a lane is always kept: without its record a
    /// replay would take that for going on.
    func keeps(_ step: Kind) -> Bool {
        if step.isAfterTheEnd { return afterEnd < Self.greatestAfterEnd }
        return step.changesRun || step.endsSomething
            || idle[Int(step.disposition.rawValue)] < Self.greatestIdlePerReason
    }

    /// Notes a step that is kept.
    mutating func noteKept(_ step: Kind) {
        if step.disposition == .taken { omittedSteps = 0 }
        if step.isAfterTheEnd {
            // What has an identity has a limit of its own: `AnsweredInputs.greatestCount`.
            if !step.hasIdentity { afterEnd += 1 }
        } else if step.changesRun {
            changing += 1
        } else if !step.endsSomething {
            idle[Int(step.disposition.rawValue)] += 1
        }
    }

    /// Notes a record that changes the run and is no event: a leg that began, a run that was resumed.
    mutating func noteChange() {
        changing += 1
    }

    /// Notes a step that gets no record.
    mutating func noteOmitted() {
        omittedSteps &+= 1
    }

    /// Whether the run has changed as often as it may: then the timer of its flow's `within` fires early, which ends the run, and so do
    /// those of legs that outlive it. When such a run comes back in another process, orders for whose answers nobody waits are ended
    /// and not performed again.
    var isAtChangeLimit: Bool { changing >= RunLimits.greatestChanges }
}

/// The counts among the few bytes as which a run is kept in memory while it waits (`RunMachine.pack`).
extension RecordKeeping {
    func pack(into writer: inout ByteWriter) {
        writer.varint(UInt64(changing))
        writer.varint(UInt64(afterEnd))
        writer.varint(omittedSteps)
        // Most runs have met few dispositions that changed nothing.
        let met = idle.indices.filter { idle[$0] > 0 }
        writer.varint(UInt64(met.count))
        for disposition in met {
            writer.varint(UInt64(disposition))
            writer.varint(UInt64(idle[disposition]))
        }
    }

    init(unpacking reader: inout ByteReader) throws(ByteError) {
        changing = Int(clamping: try reader.varint())
        afterEnd = Int(clamping: try reader.varint())
        omittedSteps = try reader.varint()
        for _ in 0..<(try reader.count()) {
            let disposition = Int(clamping: try reader.varint())
            guard idle.indices.contains(disposition) else { throw .outOfRange(position: reader.position) }
            idle[disposition] = Int(clamping: try reader.varint())
        }
    }
}
