import KeywayCore
import KeywayLog

/// Checks of a log that another process takes over while this one still writes: each function checks the law of its name in `LogLaw`.
extension LogConformance {
    func fenced() async throws {
        guard let takeOver else { return }
        let cutOff = try await tried()
        let runs = (0..<6 as Range<UInt64>).map { SampleRun.drawn($0) }
        for run in runs { try await cutOff.append(run.append(0..<2)) }
        // Of some runs an append is on its way as the log is taken: it is durable then, or nothing of it is there.
        var receipts: [RunID: Receipt] = [:]
        for run in runs.prefix(3) { receipts[run.run] = try await cutOff.take(run.append(2..<4)) }
        let heir = TriedLog(try await takeOver(cutOff.log), patience: patience)
        try await cutOff.settle()
        try require(
            heir.log.epoch > cutOff.log.epoch && heir.log.salt != cutOff.log.salt,
            "opening \(heir.log.epoch) has taken over from opening \(cutOff.log.epoch), or has its salt")
        for (place, run) in runs.enumerated() {
            let end = UInt64(try await records(of: run.run, in: heir.log).count)
            let told = receipts[run.run].map { cutOff.ends(of: run, after: $0) } ?? [2]
            try require(told.contains(end), "run \(run.run) was told up to record \(told), and has \(end)")
            // Where the one that was cut off is second, one of its appends would stand at the run's end.
            if place % 2 == 0 { try await heir.append(run.append(end..<end + 2)) }
            try await refuse(run.append(end..<end + 1), .fenced, cutOff)
            try await refuse(run.append(end + 2..<end + 3), .fenced, cutOff)
            if place % 2 == 1 { try await heir.append(run.append(end..<end + 2)) }
            try await expect(run.records(0..<end + 2), in: heir.log, "run \(run.run), taken over,")
        }
        try await refuse(SampleRun.drawn(7).append(0..<1), .fenced, cutOff)
        try await cutOff.log.close()
        try await heir.append(SampleRun.drawn(8).append(0..<1))
        let open = Set(try await openRuns(in: heir.log).map(\.run))
        try require(open == Set((runs + [SampleRun.drawn(8)]).map(\.run)), "open runs of the log are \(open)")
    }

    func leaseLost() async throws {
        let subject = try await tried()
        let heard = Lock(0)
        subject.log.whenLeaseIsLost { heard.withLock { $0 += 1 } }
        let run = SampleRun.drawn(1)
        for sequence in 0..<4 as Range<UInt64> {
            try await subject.append(run.append(sequence..<sequence + 1))
            try await expectLease(of: subject.log)
        }
        try require(heard.withLock { $0 } == 0, "a lease is told as lost that nobody has taken")
        guard let takeOver else {
            try await subject.log.close()
            try require(subject.log.lease == .held, "the lease of a log that nobody can take is \(subject.log.lease)")
            return try require(heard.withLock { $0 } == 0, "a lease is told as lost as the log is closed")
        }
        let heir = try await takeOver(subject.log)
        let heardByHeir = Lock(0)
        heir.whenLeaseIsLost { heardByHeir.withLock { $0 += 1 } }
        // By the next append at the latest the opening learns that it was cut off.
        try await refuse(run.append(4..<5), .fenced, subject)
        try await wait(for: subject.log, toTell: heard, "the lease of a log that was taken over")
        let heardLate = Lock(0)
        subject.log.whenLeaseIsLost { heardLate.withLock { $0 += 1 } }
        try await wait(for: subject.log, toTell: heardLate, "a lost lease, to whoever asks late,")
        // What is told twice may be told late, so this waits a moment before it checks.
        try await Task.sleep(for: min(patience, .milliseconds(50)))
        try await subject.log.close()
        let times = [heard, heardLate].map { $0.withLock { $0 } }
        try require(times == [1, 1], "a lost lease is told so often: \(times)")
        try require(subject.log.lease == .lost, "a lease that was lost is \(subject.log.lease)")
        try await expectLease(of: heir)
        try require(heardByHeir.withLock { $0 } == 0, "the lease of the opening that has the log is told as lost")
    }

    /// Requires that the lease is held. One that can be taken may lapse for a time, where it was renewed too late.
    private func expectLease(of log: any EventLog) async throws {
        var pauses = Pauses(takeOver == nil ? .zero : patience)
        while log.lease != .held {
            try require(log.lease != .lost, "a lease is lost that nobody has taken")
            try await pauses.pass("a lease that nobody has taken is \(log.lease)")
        }
    }

    /// Waits until the lease is lost and that was told.
    private func wait(for log: any EventLog, toTell heard: Lock<Int>, _ what: String) async throws {
        var pauses = Pauses(patience)
        while log.lease != .lost || heard.withLock({ $0 }) == 0 {
            try await pauses.pass("\(what) is \(log.lease), and was told \(heard.withLock { $0 }) times in \(patience)")
        }
    }
}

extension TriedLog {
    /// How many records the run may have after an append of its records 2 and 3 that had this receipt, by what was told of it.
    fileprivate func ends(of run: SampleRun, after receipt: Receipt) -> [UInt64] {
        guard receipt == .pending else { return [4] }
        return switch tellings.last(where: { $0.run == run.run && $0.first == 2 })?.error {
        case nil: [4]
        case .inDoubt: [2, 4]
        default: [2]
        }
    }
}
