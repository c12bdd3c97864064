import KeywayCore
import KeywayLog

/// A record that was appended, by its run and its place there.
struct AppendedRecord: Hashable {
    var run: RunID
    var sequence: UInt64
}

extension AppendedRecord {
    init(_ sample: SampleRun, _ sequence: UInt64) { self.init(run: sample.run, sequence: sequence) }
}

/// Checks of how a log finds runs: `openRuns` and `references` check the laws of these names in `LogLaw`.
extension LogConformance {
    func openRuns() async throws {
        let subject = try await tried()
        let runs = (0..<7 as Range<UInt64>).map { SampleRun.drawn($0, reference: $0 % 2 == 0 ? "order \($0)" : nil) }
        for run in runs { try await subject.append(needing([0], run.append(0..<2))) }
        // Each append names anew all records that the run still needs: a record that only an earlier append named is no longer needed.
        try await subject.append(needing([1, 3], runs[1].append(2..<4)))
        try await subject.append(needing([], runs[2].append(2..<3)))
        try await subject.append(runs[3].append(2..<4, isOver: true, isLazy: true))
        try await subject.append(runs[4].append(2..<4, isOver: true))
        try await subject.append(needing([0, 2, 4], runs[4].append(4..<5)))
        let stillOpen: [(run: SampleRun, next: UInt64, needed: [UInt64])] = [
            (runs[0], 2, [0]), (runs[1], 4, [1, 3]), (runs[2], 3, []), (runs[4], 5, [0, 2, 4]), (runs[5], 2, [0]),
            (runs[6], 2, [0]),
        ]
        let expected = Dictionary(uniqueKeysWithValues: stillOpen.map { ($0.run.run, $0) })
        let first = runs.flatMap { [AppendedRecord($0, 0), AppendedRecord($0, 1)] }
        let behind: [(run: Int, sequence: UInt64)] = [
            (1, 2), (1, 3), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4),
        ]
        let order = first + behind.map { AppendedRecord(runs[$0.run], $0.sequence) }
        try await look(at: subject) { log in
            let open = try await openRuns(in: log)
            try require(
                Set(open.map(\.run)) == Set(expected.keys) && open.count == expected.count,
                "open runs are \(open.map(\.run)), not \(stillOpen.map(\.run.run))")
            for run in open {
                guard let known = expected[run.run] else { continue }
                try require(run.next == known.next, "\(run.run) continues with \(run.next), not \(known.next)")
                try require(run.reference == known.run.reference, "\(run.run) has \(run.reference ?? "none")")
                let neededRecords = run.neededRecords.map(\.sequence)
                try require(
                    neededRecords == known.needed,
                    "of \(run.run) records \(neededRecords) are needed, not \(known.needed)")
            }
            try requirePositions(of: open, count: 8, in: order)
            for limit in 1...open.count {
                let found = try await openRuns(in: log, limit: limit)
                try require(found == open, "pages of \(limit) open runs are not what one page of all is")
            }
            let none = try await ask { try await log.openRuns(after: nil, limit: 0) }
            try require(none.isEmpty, "a page of no open runs has \(none.map(\.run))")
            let behind = try await ask { try await log.openRuns(after: unknown, limit: 100) }
            try require(behind.isEmpty, "behind a run that is not there are the open runs \(behind.map(\.run))")
        }
    }

    /// Requires that the log tells the positions of so many needed records, and that later records have greater ones.
    ///
    /// - Parameter order: all records of the log in the order of appending.
    func requirePositions(of open: [OpenRun], count: Int, in order: [AppendedRecord]) throws {
        let told = open.flatMap { run in
            run.neededRecords.map { (AppendedRecord(run: run.run, sequence: $0.sequence), $0.position) }
        }
        // Which records are needed, and each once, was asked before; here a log that is wrong must not end the process.
        let positions = Dictionary(told) { first, _ in first }
        let inOrder = order.compactMap { positions[$0] }
        try require(
            inOrder.count == count && zip(inOrder, inOrder.dropFirst()).allSatisfy(<),
            "the positions of the needed records, in the order of appending, are \(inOrder)")
    }

    /// A run that no log has.
    private var unknown: RunID { SampleRun.drawn(9_999).run }

    /// The append as one of an open run, that still needs the records with these sequences.
    func needing(_ sequences: [UInt64], _ append: Append) -> Append {
        var append = append
        append.standing = .open(neededRecords: sequences)
        return append
    }

    /// A reference of 100,000 letters.
    private static let longName = String(repeating: "x", count: 100_000)

    func references() async throws {
        let subject = try await tried()
        // An app calls its runs what it likes: a name may be as long as a page, and have a NUL, with which a name in C ends.
        let names: [String?] = [
            "a", "b", nil, "a", "", "a", "ab", "b", "a", "caf\u{E9}", "cafe\u{301}", "a\0b", "a\0c", Self.longName,
            Self.longName + "x",
        ]
        let runs = names.enumerated().map { SampleRun.drawn(100 - UInt64($0.offset), reference: $0.element) }
        for run in runs { try await subject.append(run.append(0..<1, isOver: run.reference == "b")) }
        try await subject.append(runs[0].append(1..<2))
        try await look(at: subject) { log in
            for name in names.compactMap({ $0 }) + ["abc", "a\0"] {
                // Two names that are equal to Swift are two names to a log, which compares bytes.
                let expected = runs.filter { name.isSameReference(as: $0.reference) }.map(\.run)
                let found = try await self.runs(of: name, in: log)
                let shown = name.utf8.count > 100 ? "\(name.prefix(10))... of \(name.utf8.count) bytes" : name
                try require(found == expected, "the runs of '\(shown)' are \(found), not \(expected)")
                for place in expected.indices {
                    let page = try await ask { try await log.runs(of: name, after: expected[place], limit: 2) }
                    try require(
                        isPage(page, of: Array(expected[(place + 1)...].prefix(2))),
                        "two runs of '\(shown)' behind \(expected[place]) are \(page)")
                }
                let none = try await ask { try await log.runs(of: name, after: nil, limit: 0) }
                try require(none.isEmpty, "a page of no runs of '\(shown)' has \(none)")
                let behind = try await ask { try await log.runs(of: name, after: unknown, limit: 100) }
                try require(behind.isEmpty, "behind a run that is not there are the runs \(behind) of '\(shown)'")
            }
        }
    }
}
