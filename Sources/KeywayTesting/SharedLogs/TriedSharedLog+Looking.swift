import KeywayCore
import KeywayLog

/// The laws of promises, and of nodes that look at runs whose promise has passed.
///
/// A run's promise is the time by the log's clock from which some node must look at the run. The log tells a run to one look, and to no
/// other until the look's lease is over, or the look puts the run off to a later promise.
extension TriedSharedLog {
    /// An hour in milliseconds, so long that no law waits for it.
    private static let later: Int64 = 3_600_000

    func due() async throws {
        let now = try await beat()
        let runs = (0..<6 as Range<UInt64>).map { SampleRun($0) }
        let promises = [now - 1_000, now + Self.later, now - 3_000, now - 2_000, now - 4_000, now + Self.later]
        try await append(zip(runs, promises).map { run, promise in run.shared(0..<1, promise: promise) })
        let first = try await look(limit: 2).map(\.run)
        try require(first == [runs[4].run, runs[2].run], "the first two are \(first)")
        let rest = try await look().map(\.run)
        try require(rest == [runs[3].run, runs[0].run], "the rest is \(rest)")
        try require(try await look().isEmpty, "a run is told whose promise has not passed")
    }

    func served() async throws {
        let now = try await beat()
        let ours = FlowVersion(table: [1, 2], annotations: [])
        var (run, other, again) = (SampleRun(1), SampleRun(2), SampleRun(3))
        (run.version, again.version) = (ours, FlowVersion(table: ours.table, annotations: [9]))
        other.version = FlowVersion(table: [3], annotations: [])
        for run in [run, other, again] { try await append(run.shared(0..<1, promise: now - 100)) }
        try require(try await look(serving: []).isEmpty, "a run is told to a node that serves none")
        let unknown = FlowVersion(table: [4], annotations: [])
        try require(try await look(serving: [unknown]).isEmpty, "a run of no served flow is told")
        let told = Set(try await look(serving: [ours]).map(\.run))
        try require(told == [run.run, again.run], "these are told: \(told)")
        let rest = try await look(serving: [ours, other.version]).map(\.run)
        try require(rest == [other.run], "the rest is \(rest)")
    }

    func versions() async throws {
        let now = try await beat()
        let tables: [[UInt8]] = [[1, 2], [3], [4, 5]]
        for (number, table) in tables.enumerated() {
            var run = SampleRun(UInt64(number + 1))
            run.version = FlowVersion(table: table, annotations: [9])
            try await append(run.shared(0..<1, promise: now + Self.later))
            // The last run is over, so nobody must look at it any more.
            if number == 2 { try await append(run.shared(1..<2, isOver: true)) }
        }
        let all = try await versions(besides: [])
        try require(Set(all.map(\.table)) == [[1, 2], [3]], "these are told: \(all.map(\.table))")
        let others = try await versions(besides: [FlowVersion(table: [3], annotations: [])])
        try require(others.map(\.table) == [[1, 2]], "besides one that is known: \(others.map(\.table))")
        try require(others.first?.annotations == [9], "a version is told without its annotations")
    }

    func promisesForward() async throws {
        let now = try await beat()
        let run = SampleRun(1)
        try await append(run.shared(0..<1, promise: now + Self.later))
        try require(try await look().isEmpty, "a run is told before its promise")
        try await append(run.shared(1..<2, promise: now - 10))
        try require(try await look().map(\.run) == [run.run], "an earlier promise is not kept")
        // Also a promise that is earlier than those of runs that were told before.
        let old = SampleRun(2)
        try await append(old.shared(0..<1, promise: now - Self.later))
        try require(try await look().map(\.run) == [old.run], "a promise that has long passed is not kept")
    }

    func promisesNotBack() async throws {
        let now = try await beat()
        let run = SampleRun(1)
        try await append(run.shared(0..<1, promise: now - 10))
        try await append(run.shared(1..<2, promise: now + Self.later))
        let looked = try await look()
        try require(
            looked == [RunToLookAt(run: run.run, wake: Instant(milliseconds: now + Self.later))], "told is \(looked)")
        try require(try await look().isEmpty, "the run is told before its later promise")
    }

    func over() async throws {
        let now = try await beat()
        let (run, waiting) = (SampleRun(1), SampleRun(2))
        try await append(run.shared(0..<1, promise: now - 10), waiting.shared(0..<1))
        try await append(run.shared(1..<2, isOver: true))
        try require(try await look().isEmpty, "a run is told of which nothing happens by itself")
        try await append(run.shared(2..<3, promise: now - 10), waiting.shared(1..<2, promise: now - 10))
        try require(try await look().count == 2, "a new promise is not kept")
    }

    func claimed() async throws {
        let now = try await beat()
        let (run, other) = (SampleRun(1), SampleRun(2))
        try await append(run.shared(0..<1, promise: now - 10))
        let looked = try await look(by: 1, lease: 3_000_000)
        let wake = looked.first?.wake.milliseconds ?? 0
        let after = try await beat()
        try require(looked.map(\.run) == [run.run], "told is \(looked)")
        try require((now + 3_000_000...after + 3_000_000).contains(wake), "it is told again \(wake - now) ms later")
        for node in 1...3 as ClosedRange<UInt64> {
            try require(try await look(by: node).isEmpty, "a run is told twice in a lease")
        }
        try await append(other.shared(0..<1, promise: now - 10))
        try require(try await look(by: 1, lease: 100).map(\.run) == [other.run], "another run is not told")
        let again = try await lookPatiently(by: 2).map(\.run)
        try require(again == [other.run], "after a lease is told: \(again)")
    }

    func postponed() async throws {
        let now = try await beat()
        let (run, ending) = (SampleRun(1), SampleRun(2))
        try await append(run.shared(0..<1, promise: now - 20), ending.shared(0..<1, promise: now - 10))
        let looked = try await look()
        try require(looked.count == 2, "told is \(looked)")
        try await postpone(Postponement(looked[0], next: 1, promise: Instant(milliseconds: now - 5)))
        try await postpone(Postponement(looked[1], next: 1, promise: nil))
        try require(try await look().map(\.run) == [run.run], "a run is not told when that was promised")
        // Nothing of the other happens by itself, until it moves.
        try await append(ending.shared(1..<2, promise: now - 10))
        try require(try await look().map(\.run) == [ending.run], "a run that was put off for ever is not told again")
    }

    func postponedInVain() async throws {
        let now = try await beat()
        let (moved, looked, absent) = (SampleRun(1), SampleRun(2), SampleRun(3))
        let soon = Instant(milliseconds: now - 1)
        try await append(moved.shared(0..<1, promise: now - 20), looked.shared(0..<1, promise: now - 10))
        let first = try await look(lease: 0)
        let second = try await look(lease: 3_000_000)
        try require(first.count == 2 && second.count == 2, "told is \(first), then \(second)")
        try await append(moved.shared(1..<2, promise: now + Self.later))
        for look in first + [RunToLookAt(run: absent.run, wake: soon)] {
            try await postpone(Postponement(look, next: 1, promise: soon))
        }
        try require(try await look().isEmpty, "a run is put off by an earlier look, or by one at an earlier end")
        for look in second where look.run == moved.run {
            try await postpone(Postponement(look, next: 1, promise: soon))
        }
        try require(try await look().isEmpty, "a run is put off that has moved since")
        for look in second where look.run == looked.run {
            try await postpone(Postponement(look, next: 1, promise: soon))
        }
        try require(try await look().map(\.run) == [looked.run], "a look that nothing has followed does not put off")
    }

    func deadLookers() async throws {
        let now = try await beat(1)
        let (run, moving, takenOver, putOff) = (SampleRun(1), SampleRun(2), SampleRun(3), SampleRun(4))
        let all = [run, moving, takenOver, putOff]
        try await append(all.map { $0.shared(0..<1, promise: now - 10) })
        // None of the nodes that look has ever beaten, so each counts as dead, and a lease of -1 ms is over at once.
        for round in 0..<4 as Range<UInt64> {
            let told = try await look(by: 100 + round, lease: -1)
            try require(told.count == 4, "round \(round) tells \(told)")
        }
        try await append(
            moving.shared(1..<2, promise: now - 10), takenOver.shared(1..<2, promise: now - 10, movesRun: false))
        let told = try await look(by: 104, lease: -1)
        try require(told.count == 4, "a run is set aside when only four lookers have died: told are \(told)")
        guard let look = told.first(where: { $0.run == putOff.run }) else { return }
        try await postpone(Postponement(look, next: 1, promise: Instant(milliseconds: now - 1)))
        let rest = Set(try await self.look(by: 105, lease: -1).map(\.run))
        try require(rest == [moving.run, putOff.run], "after five lookers have died these are told: \(rest)")
        // A run that was set aside is told again once it moves.
        try await append(run.shared(1..<2, promise: now - 10))
        let again = Set(try await self.look(by: 1, lease: -1).map(\.run))
        try require(again == [moving.run, putOff.run, run.run], "a run has moved, and these are told: \(again)")
        try await deadLookersFromBefore()
    }

    /// The node that looked last before a run moved, or was put off, counts as little as those before it.
    private func deadLookersFromBefore() async throws {
        let now = try await beat(1)
        let (moving, putOff) = (SampleRun(5), SampleRun(6))
        try await append([moving, putOff].map { $0.shared(0..<1, promise: now - 10) })
        let looked = try await look(by: 200, lease: -1).first { $0.run == putOff.run }
        guard let looked else { throw Broken(explanation: "a run is not told whose promise has passed") }
        try await append(moving.shared(1..<2, promise: now - 10))
        try await postpone(Postponement(looked, next: 1, promise: Instant(milliseconds: now - 1)))
        for node in 201...205 as ClosedRange<UInt64> {
            let told = Set(try await look(by: node, lease: -1).map(\.run))
            try require(
                told.isSuperset(of: [moving.run, putOff.run]),
                "after \(node - 201) lookers have died these are told: \(told)")
        }
    }

    func endedLooks() async throws {
        let now = try await beat(1)
        let (ended, endedLate) = (SampleRun(1), SampleRun(2))
        try await append([ended, endedLate].map { $0.shared(0..<1, promise: now - 10) })
        var last: [RunToLookAt] = []
        // As in `deadLookers`, each node that looks counts as dead.
        for node in 100..<112 as Range<UInt64> {
            let told = try await look(by: node, lease: -1)
            try require(
                told.contains { $0.run == ended.run }, "a run whose looks have ended is not among those told: \(told)")
            try await end(told.filter { $0.run == ended.run } + last.filter { $0.run == endedLate.run })
            // Two looks are told apart by their times.
            try await Task.sleep(nanoseconds: 2_000_000)
            last = told
        }
        try require(
            !last.contains { $0.run == endedLate.run },
            "the end of a look that another has followed counts: told are \(last)")
    }

    func livingLookers() async throws {
        let now = try await beat(1)
        try await beat(2)
        let run = SampleRun(1)
        try await append(run.shared(0..<1, promise: now - 10))
        for round in 0..<12 as Range<UInt64> {
            let told = try await look(by: 1 + round % 2, lease: -1)
            try require(told.map(\.run) == [run.run], "look \(round) tells \(told)")
        }
    }
}
