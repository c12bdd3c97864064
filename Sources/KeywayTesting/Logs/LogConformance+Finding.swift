import KeywayCore
import KeywayLog

/// Checks of how a log finds runs: `openRuns` and `references` check the laws of these names in `LogLaw`.
extension LogConformance {
    func openRuns() async throws {
        let subject = try await tried()
        let runs = (0..<7 as Range<UInt64>).map { SampleRun($0, reference: $0 % 2 == 0 ? "order \($0)" : nil) }
        for run in runs { try await subject.append(hold([0], run.append(0..<2))) }
        // Each append names anew all records that the run still needs: a record that only an earlier append named is no longer needed.
        try await subject.append(hold([1, 3], runs[1].append(2..<4)))
        try await subject.append(hold([], runs[2].append(2..<3)))
        try await subject.append(runs[3].append(2..<4, isOver: true, isLazy: true))
        try await subject.append(runs[4].append(2..<4, isOver: true))
        try await subject.append(hold([0, 2, 4], runs[4].append(4..<5)))
        let expected: [UInt64: (next: UInt64, neededRecords: [UInt64])] = [
            0: (2, [0]), 1: (4, [1, 3]), 2: (3, []), 4: (5, [0, 2, 4]), 5: (2, [0]), 6: (2, [0]),
        ]
        // All records in the order of appending, each as its run's number and its sequence: positions in the log must be in this order.
        let first: [[UInt64]] = runs.flatMap { [[$0.run.low, 0], [$0.run.low, 1]] }
        let order = first + [[1, 2], [1, 3], [2, 2], [3, 2], [3, 3], [4, 2], [4, 3], [4, 4]]
        try await look(at: subject) { log in
            let open = try await openRuns(in: log, limit: 100)
            try require(
                Set(open.map(\.run.low)) == Set(expected.keys) && open.count == expected.count,
                "open runs are \(open.map(\.run))")
            for run in open {
                let known = expected[run.run.low] ?? (0, [])
                try require(run.next == known.next, "\(run.run) continues with \(run.next), not \(known.next)")
                try require(
                    run.reference == runs[Int(run.run.low)].reference, "\(run.run) has \(run.reference ?? "none")")
                let neededRecords = run.neededRecords.map(\.sequence)
                try require(
                    neededRecords == known.neededRecords,
                    "of \(run.run) records \(neededRecords) are needed, not \(known.neededRecords)")
            }
            try requirePositions(of: open, count: 8, in: order)
            for limit in 1...open.count {
                let found = try await openRuns(in: log, limit: limit)
                try require(found == open, "pages of \(limit) open runs are not what one page of all is")
            }
        }
    }

    /// Requires that the log tells the positions of so many needed records, and that later records have greater ones.
    ///
    /// - Parameter order: all records of the log in the order of appending, each as its run's number and its sequence.
    func requirePositions(of open: [OpenRun], count: Int, in order: [[UInt64]]) throws {
        let positions = Dictionary(
            uniqueKeysWithValues: open.flatMap { run in
                run.neededRecords.map { ([run.run.low, $0.sequence], $0.position) }
            })
        let inOrder = order.compactMap { positions[$0] }
        try require(
            inOrder.count == count && zip(inOrder, inOrder.dropFirst()).allSatisfy(<),
            "the positions of what holds, in the order of appending, are \(inOrder)")
    }

    /// The append as one of an open run, that still needs the records with these sequences.
    func hold(_ sequences: [UInt64], _ append: Append) -> Append {
        var append = append
        append.standing = .open(neededRecords: sequences)
        return append
    }

    /// All open runs, in pages of any size one after the other; only an empty page is the last one.
    func openRuns(in log: any EventLog, limit: Int) async throws -> [OpenRun] {
        var found: [OpenRun] = []
        while true {
            let page = try await log.openRuns(after: found.last?.run, limit: limit)
            try require(page.count <= limit, "a page of \(limit) has \(page.count) open runs")
            if page.isEmpty { return found }
            found += page
            try require(Set(found.map(\.run)).count == found.count, "the pages of open runs tell a run twice")
        }
    }

    /// All runs of a reference, in pages one after the other; only an empty page is the last one.
    private func runs(of reference: String, in log: any EventLog) async throws -> [RunID] {
        var found: [RunID] = []
        while true {
            let page = try await log.runs(of: reference, after: found.last, limit: 100)
            if page.isEmpty { return found }
            found += page
            try require(Set(found).count == found.count, "the pages of '\(reference)' tell a run twice")
        }
    }

    func references() async throws {
        let subject = try await tried()
        let names: [String?] = ["a", "b", nil, "a", "", "a", "ab", "b", "a", "caf\u{E9}", "cafe\u{301}"]
        // Identities fall while runs begin, so that an order by identity is not the order of beginning.
        let runs = names.enumerated().map { SampleRun(100 - UInt64($0.offset), reference: $0.element) }
        for run in runs { try await subject.append(run.append(0..<1, isOver: run.reference == "b")) }
        try await subject.append(runs[0].append(1..<2))
        try await look(at: subject) { log in
            // The last two are equal to Swift, and are two names to a log, which compares bytes.
            for name in ["a", "b", "", "ab", "abc", "caf\u{E9}", "cafe\u{301}"] {
                let expected = runs.filter { name.isSameReference(as: $0.reference) }.map(\.run)
                let found = try await self.runs(of: name, in: log)
                try require(found == expected, "the runs of '\(name)' are \(found), not \(expected)")
                for place in expected.indices {
                    let page = try await log.runs(of: name, after: expected[place], limit: 2)
                    try require(
                        isPage(page, of: Array(expected[(place + 1)...].prefix(2))),
                        "two runs of '\(name)' behind \(expected[place]) are \(page)")
                }
            }
        }
    }
}
