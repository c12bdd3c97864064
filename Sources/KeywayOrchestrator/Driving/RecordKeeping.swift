import Keyway

/// Which steps a log keeps: all that matter, and enough of the rest.
struct RecordKeeping {
    /// Records that change nothing, kept for each disposition; further ones are counted.
    static let greatestIdlePerReason = 64
    /// Records kept after the end.
    static let greatestAfterEnd = 16
    /// Records that change the run; at this many the session's deadline is entered.
    static let greatestChanging = 2000

    private var idle: [Disposition: Int] = [:]
    private var afterEnd = 0
    private(set) var changing = 0
    /// Steps left out since the last `taken` record.
    private(set) var leftOut: UInt64 = 0

    /// Whether the step gets a record.
    ///
    /// What ends a timer or an open effect is always kept: without it a replay would believe them alive.
    func keeps(_ step: Step, settling: Bool, afterTheEnd: Bool) -> Bool {
        if afterTheEnd { return afterEnd < Self.greatestAfterEnd }
        return step.changesRun || settling || idle[step.disposition, default: 0] < Self.greatestIdlePerReason
    }

    /// Notes a step that was kept, once its record is durable.
    mutating func noteKept(_ step: Step, settling: Bool, afterTheEnd: Bool) {
        if step.disposition == .taken { leftOut = 0 }
        if afterTheEnd {
            afterEnd += 1
        } else if step.changesRun {
            changing += 1
        } else if !settling {
            idle[step.disposition, default: 0] += 1
        }
    }

    /// Notes that a leg began.
    mutating func noteBeginning() {
        changing += 1
    }

    mutating func noteLeftOut() {
        leftOut &+= 1
    }

    var isAtItsEnd: Bool { changing >= Self.greatestChanging }
}
