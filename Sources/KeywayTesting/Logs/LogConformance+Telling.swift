import KeywayCore
import KeywayLog

/// Checks of what a log reports of appends, and of opening and closing: each function checks the law of its name in `LogLaw`.
extension LogConformance {
    func toldOnce() async throws {
        let subject = try await tried()
        for number in 0..<50 as Range<UInt64> {
            let run = SampleRun.drawn(number)
            try await subject.take(run.append(0..<1))
            // Nobody waits for a lazy append, but the one after it waits for both.
            try await subject.take(run.append(1..<2, isLazy: true))
            try await subject.take(run.append(2..<3, isOver: true))
        }
        try await subject.settle()
        try await subject.take(SampleRun.drawn(50).append(0..<1, isLazy: true))
        try await subject.settle()
        // A log that reports an append twice may do so late, so this waits a moment before it checks.
        try await Task.sleep(for: min(patience, .milliseconds(50)))
        try subject.checkTellings()
        for telling in subject.tellings {
            if let error = telling.error { throw error }
        }
        try require(!subject.log.isOverloaded, "the log says that it is overloaded, and all is durable")
    }

    func toldInOrder() async throws {
        let subject = try await tried()
        try await storm(subject)
        try await subject.settle()
    }

    func noReceiptBeforeReports() async throws {
        let subject = try await tried()
        for number in 0..<20 as Range<UInt64> {
            let run = SampleRun.drawn(number)
            for sequence in 0..<20 as Range<UInt64> {
                try await subject.take(run.append(sequence..<sequence + 1, isLazy: sequence % 3 == 1))
            }
        }
        try await subject.settle()
    }

    func toldUnderNoLock() async throws {
        let probed = ProbedLog(try await makeLog(), patience: patience)
        let runs = (0..<6 as Range<UInt64>).map { SampleRun.drawn($0) }
        for run in runs {
            try await probed.take(0..<3, of: run)
            try await probed.settle()
            // A log may find out only after it took this one that it must refuse it, and then reports from another part of its code.
            try await probed.take(0..<1, of: run)
            try await probed.settle()
        }
        for run in runs { try await probed.take(3..<4, of: run) }
        try await probed.log.close()
        try await probed.settle()
    }

    /// Several who append at the same time: each to runs of its own, and all to one run in turns.
    private func storm(_ subject: TriedLog) async throws {
        let shared = SampleRun.drawn(0)
        // The sequence of the next record of the shared run: who holds the lock appends it.
        let turns = Lock(0 as UInt64)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 1...8 as ClosedRange<UInt64> {
                group.addTask {
                    let own = [SampleRun.drawn(writer * 10), SampleRun.drawn(writer * 10 + 1)]
                    for sequence in 0..<40 as Range<UInt64> {
                        for run in own { try await subject.take(run.append(sequence..<sequence + 1)) }
                        try await takeTurn(in: shared, turns, subject)
                        if sequence % 8 == 7 { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await subject.settle()
        let end = turns.withLock { $0 }
        try await expect(shared.records(0..<end), in: subject.log, "the run that all append to")
        for writer in 1...8 as ClosedRange<UInt64> {
            for number in [writer * 10, writer * 10 + 1] {
                let run = SampleRun.drawn(number)
                try await expect(run.records(0..<40), in: subject.log, "run \(run.run)")
            }
        }
    }

    /// Appends the next record to a run that others append to as well.
    private func takeTurn(in run: SampleRun, _ turns: Lock<UInt64>, _ subject: TriedLog) async throws {
        var pauses = Pauses(patience)
        while true {
            // The pause is made outside the lock, so that the others need not wait for it.
            let isTaken = try turns.withLock { turn in
                guard try subject.offer(run.append(turn..<turn + 1)) != nil else { return false }
                turn += 1
                return true
            }
            if isTaken { return }
            try await pauses.pass("a run got no record for \(patience), because the log could not take it now")
        }
    }

    func saltOfEachOpening() async throws {
        var salts: [UInt64] = []
        for _ in 0..<8 {
            let log = try await makeLog()
            salts.append(log.salt)
            try require(log.salt == salts.last, "the salt of one opening changes")
            guard let openAgain else { continue }
            // Twice: a faulty log may have one epoch when it is made, and a second one for all later openings.
            var last = log
            for _ in 0..<2 {
                try await last.close()
                let again = try await openAgain(last)
                salts.append(again.salt)
                try require(
                    again.epoch > last.epoch,
                    "a log with the epoch \(last.epoch) was opened again with \(again.epoch), which is not greater")
                last = again
            }
        }
        try require(Set(salts).count == salts.count, "the salts of \(salts.count) openings are \(salts)")
    }

    func closing() async throws {
        let subject = try await tried()
        let runs = (0..<10 as Range<UInt64>).map { SampleRun.drawn($0) }
        for run in runs {
            try await subject.take(run.append(0..<1))
            try await subject.take(run.append(1..<2, isLazy: true))
        }
        try await subject.log.close()
        try await subject.settle()
        for telling in subject.tellings {
            if let error = telling.error { throw error }
        }
        let refusal = subject.refusal(of: runs[0].append(2..<3))
        try require(refusal == .closed, "a closed log \(refusal.map { "throws \($0)" } ?? "took an append")")
        try require(!subject.log.isOverloaded, "a closed log says that it is overloaded")
        guard let openAgain else { return }
        let again = try await openAgain(subject.log)
        for run in runs { try await expect(run.records(0..<2), in: again, "run \(run.run), closed and opened again,") }
    }
}
