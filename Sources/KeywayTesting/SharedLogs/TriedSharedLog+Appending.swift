import KeywayCore
import KeywayLog

/// The laws of appends, and of what becomes of them.
extension TriedSharedLog {
    func oneWinner() async throws {
        let run = SampleRun(1)
        try require(try await append(run.shared(0..<2)) == [run.run], "the beginning has not won")
        for end in 2..<10 as Range<UInt64> {
            let winners = try await withThrowingTaskGroup(of: UInt64?.self) { group in
                for node in 1...6 as ClosedRange<UInt64> {
                    let append = run.shared(end..<end + 1, by: node, variant: Int(node))
                    group.addTask { try await self.append(append).isEmpty ? nil : node }
                }
                return try await group.reduce(into: [UInt64]()) { if let node = $1 { $0.append(node) } }
            }
            let settled = try await settle(run.run, end)
            // Where another statement held the run each time, none has won: the record is appended here.
            if winners.isEmpty { try await append(run.shared(end..<end + 1)) }
            try require(winners.count <= 1, "\(winners.count) nodes have won record \(end)")
            guard let winner = winners.first else { continue }
            try require(
                settled == SettledAppend(next: end + 1, storedAppend: AppendID(node: NodeID(winner), number: end)),
                "node \(winner) has won record \(end), and settled is \(settled)")
        }
        let blocks = try await load([(run.run, 0)])[run.run] ?? []
        try require(
            blocks.flatMap(\.records).map(\.sequence) == Array(0..<10), "the run has \(blocks.count) blocks")
    }

    func otherEnd() async throws {
        let (run, absent) = (SampleRun(1), SampleRun(2))
        try await append(run.shared(0..<3))
        for wrong in [run.shared(0..<3), run.shared(2..<3), run.shared(2..<5), run.shared(4..<5), absent.shared(1..<2)]
        {
            try require(try await append(wrong).isEmpty, "an append at record \(wrong.first) has won")
        }
        let loaded = try await load([(run.run, 0), (absent.run, 0)])
        try require(
            loaded.mapValues { $0.map(\.records) } == [run.run: [run.records(0..<3)]], "the log has \(loaded)")
        try require(try await settle(run.run, 2).storedAppend == nil, "an append begins at record 2")
    }

    func sets() async throws {
        let runs = (0..<6 as Range<UInt64>).map { SampleRun($0) }
        try await append(runs.prefix(3).map { $0.shared(0..<1) })
        let won = try await append([
            runs[0].shared(1..<3), runs[1].shared(2..<3), runs[2].shared(0..<1, by: 2), runs[3].shared(0..<1),
            runs[4].shared(1..<2), runs[5].shared(0..<4),
        ])
        try require(won == [runs[0].run, runs[3].run, runs[5].run], "these have won: \(won)")
        let loaded = try await load(runs.map { ($0.run, 0) })
        try require(
            runs.map { loaded[$0.run]?.flatMap(\.records).count ?? 0 } == [3, 1, 1, 1, 0, 4], "the log has \(loaded)")
    }

    func repetition() async throws {
        let run = SampleRun(1)
        let append = run.shared(0..<2, by: 1, number: 7)
        try await self.append(append)
        try require(try await self.append(append).isEmpty, "an append has won twice")
        try require(try await self.append(run.shared(0..<2, by: 2, number: 7)).isEmpty, "an equal append has won")
        let settled = try await settle(run.run, 0)
        try require(settled == SettledAppend(next: 2, storedAppend: append.id), "settled is \(settled)")
        // Numbers that a database server's signed 64 bits do not hold.
        let last = run.shared(2..<3, by: .max, number: .max)
        try await self.append(last)
        try require(try await settle(run.run, 2).storedAppend == last.id, "the identity of an append is another")
    }

    func unbegun() async throws {
        let settled = try await settle(SampleRun(1).run, 0)
        try require(settled == SettledAppend(next: 0, storedAppend: nil), "settled is \(settled)")
        try require(try await confirm([SampleRun(1).run]).isEmpty, "a run ends that has not begun")
    }

    func requests() async throws {
        let (first, second, third) = (SampleRun(1), SampleRun(2), SampleRun(3))
        let long = String(repeating: "x", count: 100_000)
        let requests = ["begin 7", "a\0b", "caf\u{E9}", "cafe\u{301}", long]
        for (number, request) in requests.enumerated() {
            let run = SampleRun(UInt64(10 + number))
            try require(try await find(request) == nil, "a run is found that has not begun")
            try require(try await append(run.shared(0..<1, request: request)) == [run.run], "a request is refused")
            try require(try await find(request) == run.run, "a run is not found by its request")
        }
        try await append(first.shared(0..<1, request: "same"))
        let again = try await append(second.shared(0..<1, by: 2, request: "same"), third.shared(0..<1, by: 2))
        try require(again == [third.run], "these have begun: \(again)")
        try require(try await find("same") == first.run, "the request tells another run")
        try require(try await settle(second.run, 0) == SettledAppend(next: 0, storedAppend: nil), "the loser has begun")
        let other = try await append(first.shared(0..<1, by: 2, request: "other"))
        try require(other.isEmpty, "a run has begun twice")
        try require(try await find("other") == nil, "a request is taken by a run that did not begin by it")
        // Eight nodes at once begin a run each, all by the same request.
        let winners = try await withThrowingTaskGroup(of: Set<RunID>.self) { group in
            for number in 20..<28 as Range<UInt64> {
                let run = SampleRun(number)
                group.addTask { try await append(run.shared(0..<1, by: number, request: "one of eight")) }
            }
            return try await group.reduce(into: Set<RunID>()) { $0.formUnion($1) }
        }
        try require(winners.count == 1, "\(winners.count) runs have begun by one request")
        try require(try await find("one of eight") == winners.first, "the request tells a run that has lost")
    }

    func references() async throws {
        let names = ["order 7", "order 7", "order 8", "a\0b", "order 7", nil]
        let runs = names.enumerated().map { SampleRun(100 - UInt64($0.offset), reference: $0.element) }
        for run in runs { try await append(run.shared(0..<1)) }
        let found = try await self.runs(referenced: "order 7")
        try require(found == [runs[4].run, runs[1].run, runs[0].run], "'order 7' has begun \(found)")
        try require(try await self.runs(referenced: "a\0b") == [runs[3].run], "a NUL in a reference hides the run")
        for unknown in ["", "order", "ORDER 7"] {
            try require(try await self.runs(referenced: unknown).isEmpty, "'\(unknown)' has begun a run")
        }
        try await append(runs[1].shared(1..<2, isOver: true))
        let left = try await self.runs(referenced: "order 7")
        try require(left == [runs[4].run, runs[0].run], "after the end of a run these go on: \(left)")
        try require(try await self.runs(referenced: "order 7", of: []).isEmpty, "a run of another table is told")
    }

    /// Eight nodes append to sets of runs that overlap, half of them in the opposite order: none may wait for another for ever.
    func noCircles() async throws {
        let runs = (0..<24 as Range<UInt64>).map { SampleRun($0) }
        try await append(runs.map { $0.shared(0..<1) })
        let won = try await withThrowingTaskGroup(of: [String].self) { group in
            for node in 1...8 as ClosedRange<UInt64> {
                group.addTask { try await self.appendSets(to: runs, as: node) }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
        try require(Set(won).count == won.count, "an end of a run has two winners")
        try require(won.count > 24, "only \(won.count) appends have won")
        let loaded = try await load(runs.map { ($0.run, 0) })
        let blocks = loaded.values.flatMap { $0 }.filter { $0.records.first?.sequence != 0 }
        let there = blocks.compactMap { block in block.records.first.map { "\($0.run) \($0.sequence) \(block.id)" } }
        try require(Set(there) == Set(won), "the log has \(there.count) blocks, and \(won.count) have won")
        for run in runs {
            let sequences = loaded[run.run]?.flatMap(\.records).map(\.sequence) ?? []
            try require(sequences == Array(0..<UInt64(sequences.count)), "run \(run.run) has \(sequences)")
        }
    }

    /// Eight nodes begin runs by the same requests at the same time, half of them in the opposite order: none may wait for ever.
    func beginningsInNoCircle() async throws {
        for round in 0..<20 as Range<UInt64> {
            let winners = try await withThrowingTaskGroup(of: Set<RunID>.self) { group in
                for node in 1...8 as ClosedRange<UInt64> {
                    let appends = (0..<24 as Range<UInt64>).map { number in
                        SampleRun(node << 20 + round << 8 + number).shared(
                            0..<1, by: node, request: "\(round) \(number)")
                    }
                    group.addTask { try await self.append(node.isMultiple(of: 2) ? appends : appends.reversed()) }
                }
                return try await group.reduce(into: [RunID]()) { $0 += Array($1) }
            }
            try require(winners.count == 24, "\(winners.count) runs have begun by 24 requests")
            for number in 0..<24 as Range<UInt64> {
                let found = try await find("\(round) \(number)")
                try require(found.map { winners.contains($0) } == true, "a request tells a run that has not begun")
            }
        }
    }

    /// Appends to twelve runs at once, sixty times; returns which appends have won.
    private func appendSets(to runs: [SampleRun], as node: UInt64) async throws -> [String] {
        var generator = SeededGenerator(seed: node)
        var ends = [UInt64](repeating: 1, count: runs.count)
        var won: [String] = []
        for round in 0..<60 as Range<UInt64> {
            var places = Array(runs.indices.shuffled(using: &generator).prefix(12).sorted())
            if node.isMultiple(of: 2) { places.reverse() }
            let appends = places.map { runs[$0].shared(ends[$0]..<ends[$0] + 1, by: node, number: round << 8) }
            let winners = try await append(appends)
            for append in appends where winners.contains(append.run) {
                won.append("\(append.run) \(append.first) \(append.id)")
            }
            let settled = try await settle(places.map { (runs[$0].run, ends[$0]) })
            for place in places { ends[place] = settled[runs[place].run]?.next ?? ends[place] }
        }
        return won
    }
}
