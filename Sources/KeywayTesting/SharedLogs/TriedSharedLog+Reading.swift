import KeywayCore
import KeywayLog

/// The laws of reading, and of nodes.
extension TriedSharedLog {
    func readsBack() async throws {
        let (run, other, absent) = (SampleRun(1, reference: "cart\0 7"), SampleRun(2), SampleRun(3))
        var second = other
        second.version = FlowVersion(table: SampleRun.version.table, annotations: [1])
        try await append(run.shared(0..<3, by: 4, number: 9), second.shared(0..<1, by: 4, number: 10))
        try await append(run.shared(3..<40, by: 5, number: 1))
        let all = try await load([(run.run, 0), (second.run, 0), (absent.run, 0)])
        try require(
            all.mapValues { $0.map(\.records) } == [
                run.run: [run.records(0..<3), run.records(3..<40)], second.run: [second.records(0..<1)],
            ], "other records are read: \(all)")
        try require(
            all[run.run]?.map(\.id) == [
                AppendID(node: NodeID(4), number: 9), AppendID(node: NodeID(5), number: 1),
            ], "the identities are \(all[run.run]?.map(\.id) ?? [])")
        try require(all.values.allSatisfy { $0.allSatisfy { $0.fault == nil } }, "a block cannot be read")
        let tail = try await load([(run.run, 3), (second.run, 1)])
        try require(
            tail.mapValues { $0.map(\.records) } == [run.run: [run.records(3..<40)], second.run: []],
            "from record 3 on are read: \(tail)")
    }

    func ends() async throws {
        let (first, second, absent) = (SampleRun(1), SampleRun(2), SampleRun(3))
        try await append(first.shared(0..<2), second.shared(0..<5))
        let asked: [[(RunID, UInt64)]] = [
            [(first.run, 2), (second.run, 5)], [(first.run, 1), (second.run, 5)], [(first.run, 3), (second.run, 0)],
            [(absent.run, 0), (first.run, 2)],
        ]
        let continued: [Set<RunID>] = [[], [first.run], [second.run], []]
        let ends = try await confirm([first.run, absent.run, second.run])
        try require(ends == [first.run: 2, second.run: 5], "the runs end at \(ends)")
        for (place, question) in asked.enumerated() {
            try require(try await self.continued(question) == continued[place], "another run has gone on")
        }
    }

    func living() async throws {
        let start = try await beat(1, lease: 3_600_000)
        try await beat(2, lease: 1)
        let later = try await beat(3, lease: 3_600_000)
        try require(start <= later, "the engine's time goes back, from \(start) to \(later)")
        try await Task.sleep(nanoseconds: 20_000_000)
        let left = try await living([1, 2, 3, 4])
        try require(
            Set(left.keys) == [NodeID(1), NodeID(3)], "these live: \(left.keys.map(\.number).sorted())")
        try require(left.values.allSatisfy { (1...3_600_000).contains($0) }, "the leases have \(left) left")
        // A question for what became of an append is no beat.
        _ = try await settle(SampleRun(1).run, 0)
        try await beat(2, lease: 3_600_000)
        let again = try await living([1, 2])
        try require(Set(again.keys) == [NodeID(1), NodeID(2)], "a node that beats again does not live")
        _ = try await confirm([])
        try await beat(5, lease: 3_600_000)
        _ = try await settle(SampleRun(1).run, 0)
        try require(try await living([5]).count == 1, "an answer ends a lease")
    }
}
