import KeywayCore
import KeywayLog

/// Checks of what a log returns: `readsBack`, `pages`, `versions` and `toldIsRead` check the laws of these names in `LogLaw`.
extension LogConformance {
    /// A new empty log under test, which notes all that the log reports of its appends.
    func tried() async throws -> TriedLog { TriedLog(try await makeLog(), patience: patience) }

    /// Looks at the log as it is, and once more after it was closed and opened again, where the log can be.
    func look(at subject: TriedLog, _ body: (any EventLog) async throws -> Void) async throws {
        try await body(subject.log)
        guard let openAgain else { return }
        try await subject.log.close()
        try await body(openAgain(subject.log))
    }

    func readsBack() async throws {
        let subject = try await tried()
        let references = [nil, "order 7", ""]
        let runs = (0..<max(RunKind.allCases.count, Closing.allCases.count)).map { number in
            var run = SampleRun.drawn(UInt64(number), reference: references[number % references.count])
            run.kind = RunKind.allCases[number % RunKind.allCases.count]
            return run
        }
        for run in runs { try await subject.append(run.append(0..<1)) }
        for first in stride(from: 1 as UInt64, to: 30, by: 3) {
            for run in runs { try await subject.append(run.append(first..<first + 3)) }
        }
        // A run that comes back may bring hundreds of records at once.
        let long = SampleRun.drawn(UInt64(runs.count))
        try await subject.append(long.append(0..<300))
        try await look(at: subject) { log in
            for run in runs { try await expect(run.records(0..<31), in: log, "run \(run.run)") }
            try await expect(long.records(0..<300), in: log, "run \(long.run), of one append,")
        }
    }

    func pages() async throws {
        let subject = try await tried()
        let run = SampleRun.drawn(1)
        for first in 0..<5 as Range<UInt64> { try await subject.append(run.append(first * 4..<first * 4 + 4)) }
        try await look(at: subject) { log in
            for first in 0...21 as ClosedRange<UInt64> {
                for limit in [0, 1, 3, 4, 100] {
                    let found = try await ask { try await log.records(of: run.run, from: first, limit: limit) }
                    let expected = run.records(min(first, 20)..<min(first + UInt64(limit), 20))
                    try require(
                        isPage(found, of: expected),
                        "from \(first) on, at most \(limit), sequences \(found.map(\.sequence)) came")
                }
            }
            let beyond = try await ask { try await log.records(of: run.run, from: .max, limit: .max) }
            try require(beyond.isEmpty, "a record came from behind the last sequence there is")
        }
    }

    /// Whether a log may give these as a page where it was asked for the expected ones: it may give fewer, but not none.
    func isPage<Item: Equatable>(_ found: [Item], of expected: [Item]) -> Bool {
        expected.starts(with: found) && found.isEmpty == expected.isEmpty
    }

    /// The 65,536 bytes of a long table, each value in turn.
    private static let longTable = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0) }

    func versions() async throws {
        let subject = try await tried()
        let table = SampleRun.version.table
        let versions = [
            SampleRun.version, SampleRun.version, FlowVersion(table: table, annotations: [9]),
            FlowVersion(table: [1, 2], annotations: []), FlowVersion(table: table, annotations: [9]),
            FlowVersion(table: [], annotations: table),
            // The table of a flow with its sub-flows is this long, and so is what is said of it. The two differ in the last byte alone.
            FlowVersion(table: Self.longTable + [1], annotations: Self.longTable),
            FlowVersion(table: Self.longTable + [2], annotations: Self.longTable),
        ]
        var runs: [SampleRun] = []
        for (number, version) in versions.enumerated() {
            var run = SampleRun.drawn(UInt64(number))
            run.version = version
            runs.append(run)
            try await subject.append(run.append(0..<2))
        }
        try await look(at: subject) { log in
            for run in runs { try await expect(run.records(0..<2), in: log, "run \(run.run)") }
        }
    }

    func toldIsRead() async throws {
        let subject = try await tried()
        for number in 0..<20 as Range<UInt64> {
            let run = SampleRun.drawn(number)
            for sequence in 0..<4 as Range<UInt64> {
                try await subject.append(run.append(sequence..<sequence + 1))
                try await expect(run.records(0..<sequence + 1), in: subject.log, "run \(run.run), just told")
            }
        }
    }

    /// Requires that the run has these records and no others; `what` names the run in the explanation of a breach.
    func expect(_ records: [Record], in log: any EventLog, _ what: String) async throws {
        let run = records.first?.run ?? SampleRun.drawn(0).run
        let found = try await self.records(of: run, in: log)
        try require(
            found.count == records.count, "\(what) has \(found.count) records, and \(records.count) were appended")
        for (found, record) in zip(found, records) where found != record {
            // A record of a beginning has a whole table.
            let (given, read) = ("\(record)".prefix(1_000), "\(found)".prefix(1_000))
            throw Broken(explanation: "\(what) was given \(given) and has \(read)")
        }
    }
}
