import KeywayCore
import KeywayLog

/// Checks of what a log takes and refuses: each function checks the law of its name in `LogLaw`.
extension LogConformance {
    func conflicts() async throws {
        let subject = try await tried()
        let run = SampleRun.drawn(1)
        try await subject.append(run.append(0..<3))
        let other = run.record(2, variant: 1)
        let attempts = [
            // An append that repeats records of the log is a conflict as well: equal records do not make it the same.
            run.append(0..<3), run.append(0..<1), run.append(2..<3), run.append(2..<4), run.append(4..<5),
            run.append(9..<11), Append(run: run.run, records: [other], standing: .over),
            Append(run: run.run, records: [other, run.record(3)], standing: .over),
        ]
        // Once where all earlier records are durable, and once where the last one was only just taken.
        for end in [3, 4] as [UInt64] {
            if end == 4 { try await subject.take(run.append(3..<4)) }
            for attempt in attempts where attempt.records.first?.sequence != end {
                let first = attempt.records.first?.sequence ?? 0
                try await refuse(attempt, .conflict(run: run.run, expected: first, actual: end), subject)
            }
        }
        try await subject.settle()
        try await look(at: subject) { log in
            try await expect(run.records(0..<4), in: log, "the run")
            let open = try await openRuns(in: log)
            try require(open.map(\.next) == [4], "the refused appends have left \(open) as open runs")
        }
    }

    func refusedBehind() async throws {
        let subject = try await tried()
        for number in 0..<20 as Range<UInt64> {
            let run = SampleRun.drawn(number)
            try await subject.append(run.append(0..<3))
            // The run has 3 records, so this append of another record 2 is refused, at once or later. The next append, of record 3, would
            // fit behind those 3 by chance.
            let other = Append(run: run.run, records: [run.record(2, variant: 1)], standing: .over)
            if subject.refusal(of: other) != nil { continue }
            if subject.refusal(of: run.append(3..<4)) != nil { continue }
            // Where the refusal was reported before record 3 was appended, record 3 was not built on it, and may be taken.
            let isHeard = subject.tellings.contains { $0.run == run.run && $0.first == 2 }
            try await subject.settle()
            let found = try await records(of: run.run, in: subject.log).count
            try require(
                found == 3 || isHeard,
                "run \(run.run) has \(found) records, and the last append was built on one that was refused")
        }
    }

    func oneWriter() async throws {
        let subject = try await tried()
        let runs = (0..<40 as Range<UInt64>).map { SampleRun.drawn($0) }
        let writers = 4
        let durable = try await withThrowingTaskGroup(of: [RunID].self) { group in
            for writer in 0..<writers {
                group.addTask {
                    // Each writer begins at another run, so that each is the first to append to some of them.
                    var durable: [RunID] = []
                    for step in 0..<runs.count * 2 {
                        let run = runs[(step / 2 + writer * runs.count / writers) % runs.count]
                        let sequence = UInt64(step % 2)
                        do {
                            let receipt = try await subject.take(run.append(sequence..<sequence + 1))
                            if receipt == .durable { durable.append(run.run) }
                        } catch LogError.conflict {}
                    }
                    return durable
                }
            }
            return try await group.reduce([]) { $0 + $1 }
        }
        try await subject.settle()
        for telling in subject.tellings {
            if let error = telling.error, case .conflict = error {} else if let error = telling.error { throw error }
        }
        let told = subject.tellings.filter { $0.error == nil }.map(\.run)
        let reportsConflicts = subject.tellings.contains { $0.error != nil }
        for run in runs {
            // Where a log reports conflicts later, record 1 may have been taken behind another writer's record 0 that is refused, and is
            // then refused with that record (law `refusedBehind`).
            let accepted = (durable + told).count { $0 == run.run }
            try require(
                accepted == 2 || accepted == 1 && reportsConflicts,
                "\(writers) writers each appended the same 2 records to run \(run.run): \(accepted) appends were accepted"
            )
            try await expect(run.records(0..<UInt64(accepted)), in: subject.log, "run \(run.run)")
        }
    }

    func absentRuns() async throws {
        let subject = try await tried()
        let run = SampleRun.drawn(1)
        try await subject.append(SampleRun.drawn(2).append(0..<2))
        try await refuse(run.append(3..<4), .conflict(run: run.run, expected: 3, actual: 0), subject)
        try await refuse(run.append(1..<3), .conflict(run: run.run, expected: 1, actual: 0), subject)
        let unbegun = run.record(0, at: 0, run.record(1).content)
        try await refuse(
            Append(run: run.run, records: [unbegun], standing: .open(neededRecords: [])),
            .invalid(run: run.run, .notBegun(sequence: 0)), subject)
        try await look(at: subject) { log in
            let records = try await self.records(of: run.run, in: log)
            try require(records.isEmpty, "a run that has not begun has \(records.count) records")
            let open = try await openRuns(in: log).map(\.run)
            try require(open == [SampleRun.drawn(2).run], "open runs are \(open)")
        }
    }

    func invalidRecords() async throws {
        let subject = try await tried()
        let run = SampleRun.drawn(1)
        let other = SampleRun.drawn(2)
        try await subject.append(run.append(0..<2))
        let early = run.record(2, at: 999, run.record(2).content)
        let back = run.record(3, at: 1_999, run.record(3).content)
        let attempts: [([Record], RecordFault)] = [
            ([], .noRecords),
            ([other.record(2)], .otherRun(other.run)),
            ([run.record(2), other.record(3)], .otherRun(other.run)),
            ([run.record(2), run.record(4)], .sequence(found: 4, expected: 3)),
            ([run.record(2), run.record(2)], .sequence(found: 2, expected: 3)),
            ([run.record(2, at: 2_000, run.began)], .begunAgain(sequence: 2)),
            ([early], .earlier(sequence: 2, time: early.time, than: run.record(1).time)),
            ([run.record(2), back], .earlier(sequence: 3, time: back.time, than: run.record(2).time)),
        ]
        for (records, fault) in attempts {
            try await refuse(
                Append(run: run.run, records: records, standing: .over), .invalid(run: run.run, fault), subject)
        }
        try await expect(run.records(0..<2), in: subject.log, "the run")
        // A record at the very time of the one before it is fine.
        let same = run.record(2, at: 1_000, run.record(2).content)
        try await subject.append(Append(run: run.run, records: [same], standing: .over))
        try await look(at: subject) { try await expect(run.records(0..<2) + [same], in: $0, "the run") }
    }

    func neededRecords() async throws {
        let subject = try await tried()
        let run = SampleRun.drawn(1)
        try await subject.append(run.append(0..<2))
        let attempts: [(needed: [UInt64], wrong: UInt64)] = [
            ([3, 1], 1), ([0, 0], 0), ([4], 4), ([1, 9], 9), ([.max], .max), ([2, 3, 2, 9], 2),
        ]
        for (needed, wrong) in attempts {
            try await refuse(
                needing(needed, run.append(2..<4)), .invalid(run: run.run, .needed(sequence: wrong)), subject)
        }
        // A run may need any of its records, those of this append as well.
        try await subject.append(needing([0, 1, 3], run.append(2..<4)))
        try await look(at: subject) { log in
            try await expect(run.records(0..<4), in: log, "the run")
            let open = try await openRuns(in: log)
            let needed = open.map { $0.neededRecords.map(\.sequence) }
            try require(needed == [[0, 1, 3]], "the open runs need \(needed)")
        }
    }

    /// Checks that the log refuses the append, at once or by its report, and with this error.
    func refuse(_ append: Append, _ error: LogError, _ subject: TriedLog) async throws {
        let found = try await subject.outcome(of: append)
        try require(
            found == error,
            "an append of \(append.records.map(\.sequence)) \(found.map { "is refused: \($0)" } ?? "was taken"), and should be refused: \(error)"
        )
    }
}
