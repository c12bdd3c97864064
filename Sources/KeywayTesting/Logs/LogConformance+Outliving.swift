import KeywayCore
import KeywayLog

/// Checks of a log that nobody closed: `outlivesProcess` checks the law of this name in `LogLaw`.
extension LogConformance {
    /// A run, with how many of its records the log has reported as durable.
    private struct Course {
        let sample: SampleRun
        /// How many of the run's records the log has reported as durable.
        var told: UInt64 = 0

        /// The append of the next two records, so that half of one can be told from the whole.
        func append(isLazy: Bool = false) -> Append { sample.append(told..<told + 2, isLazy: isLazy) }
    }

    func outlivesProcess() async throws {
        guard let openAfterKill else { return }
        var subject = try await tried()
        var courses = (0..<6 as Range<UInt64>).map { Course(sample: SampleRun.drawn($0)) }
        for _ in 0..<3 {
            for place in courses.indices {
                try await subject.append(courses[place].append())
                courses[place].told += 2
            }
            // Of some runs one append more is on its way when the process ends; the log may have it or not, but not a half of it.
            for place in courses.indices where place % 2 == 1 {
                let isDurable = try await subject.take(courses[place].append(isLazy: place == 1)) == .durable
                let isTold = try isDurable || subject.hasTold(courses[place].append())
                if isTold { courses[place].told += 2 }
            }
            let killed = subject.log
            subject = TriedLog(try await openAfterKill(killed), patience: patience)
            for place in courses.indices { try await goOn(&courses[place], in: subject.log) }
            try require(
                subject.log.epoch > killed.epoch && subject.log.salt != killed.salt,
                "a log with the epoch \(killed.epoch) was killed, and its next opening has the epoch "
                    + "\(subject.log.epoch), which is not greater, or the same salt")
            let open = try await openRuns(in: subject.log)
            let ends = open.map { "\($0.run) with \($0.next)" }.sorted()
            let expected = courses.map { "\($0.sample.run) with \($0.told)" }.sorted()
            try require(ends == expected, "the next sequences of the open runs are told as \(ends), not \(expected)")
        }
    }

    /// Requires that the log has what was told of the run, and perhaps the whole append that was on its way; all of it counts as told then.
    private func goOn(_ course: inout Course, in log: any EventLog) async throws {
        let run = course.sample
        let found = UInt64(try await records(of: run.run, in: log).count)
        try require(
            found == course.told || found == course.told + 2,
            "run \(run.run) has \(found) records after a kill, and \(course.told) were told, each append with two")
        try await expect(run.records(0..<found), in: log, "run \(run.run), whose process was killed,")
        course.told = found
    }
}
