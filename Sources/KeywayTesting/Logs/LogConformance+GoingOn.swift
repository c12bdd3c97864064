import KeywayCore
import KeywayLog

/// Checks of a log that is opened several times: `goesOn` checks the law of this name in `LogLaw`.
extension LogConformance {
    /// A run that gets one record at each opening of the log.
    private struct Course {
        let sample: SampleRun
        /// Whether each append says that the run is over. Such a run can get records all the same, but only behind its last record.
        let isOver: Bool
        var next: UInt64 = 0

        /// The append of the next record. An open run still needs all of its records, so that the log tells where each stands.
        var append: Append {
            var append = sample.append(next..<next + 1, isOver: isOver)
            if !isOver { append.standing = .open(neededRecords: Array(0...next)) }
            return append
        }
    }

    func goesOn() async throws {
        guard let openAgain else { return }
        var subject = try await tried()
        var courses: [Course] = []
        // All records in the order of appending.
        var order: [AppendedRecord] = []
        for opening in 0..<4 {
            if opening > 0 {
                try await subject.log.close()
                subject = TriedLog(try await openAgain(subject.log), patience: patience)
                try await expect(courses, order, in: subject.log)
            }
            for course in courses {
                try await refuseRepeated(0, of: course, subject)
                try await refuseRepeated(course.next - 1, of: course, subject)
            }
            // Each opening begins two runs, and goes on with those of the openings before.
            for isOver in [false, true] {
                courses.append(Course(sample: SampleRun.drawn(UInt64(courses.count)), isOver: isOver))
            }
            for place in courses.indices {
                try await subject.append(courses[place].append)
                order.append(AppendedRecord(courses[place].sample, courses[place].next))
                courses[place].next += 1
            }
            try await expect(courses, order, in: subject.log)
        }
    }

    /// Checks that the log refuses a record that the run has already, and knows where the run ends.
    private func refuseRepeated(_ sequence: UInt64, of course: Course, _ subject: TriedLog) async throws {
        let run = course.sample
        try await refuse(
            run.append(sequence..<sequence + 1), .conflict(run: run.run, expected: sequence, actual: course.next),
            subject)
    }

    /// Requires that the log has the records of these runs, and tells the open ones with their ends and their records' places.
    private func expect(_ courses: [Course], _ order: [AppendedRecord], in log: any EventLog) async throws {
        for course in courses {
            try await expect(course.sample.records(0..<course.next), in: log, "run \(course.sample.run)")
        }
        let expected = courses.filter { !$0.isOver }
        let open = try await openRuns(in: log)
        let ends = Dictionary(uniqueKeysWithValues: open.map { ($0.run, $0.next) })
        try require(
            ends == Dictionary(uniqueKeysWithValues: expected.map { ($0.sample.run, $0.next) }),
            "open runs continue with \(ends)")
        for run in open {
            let needed = run.neededRecords.map(\.sequence)
            try require(
                needed == Array(0..<run.next), "of \(run.run) all \(run.next) records are needed, and not \(needed)")
        }
        try requirePositions(of: open, count: expected.map { Int($0.next) }.reduce(0, +), in: order)
    }
}
