import KeywayCore
import KeywayLog
import KeywayNodes

/// A feed under test, and what it must tell in the end.
struct TriedFeed {
    /// A block, by its run and its first record.
    struct Key: Hashable {
        let run: RunID
        let first: UInt64
    }

    let trial: any FeedTrial
    let log: TriedSharedLog
    /// The blocks that are committed.
    private(set) var committed: [Key: [Record]] = [:]
    /// What one reader was told, in that order.
    private(set) var told: [FeedBlock] = []
    /// Where that reader is; nil at the beginning.
    private var position: FeedPosition?

    init(_ trial: any FeedTrial) {
        self.trial = trial
        log = TriedSharedLog(trial.log)
    }

    /// Appends these; each must win, as nobody else appends to its run.
    mutating func append(_ appends: [SharedAppend]) async throws {
        try require(try await log.append(appends).count == appends.count, "an append has lost")
        for append in appends { note(append) }
    }

    /// Notes that the append is committed, so that the feed must tell it.
    mutating func note(_ append: SharedAppend) {
        committed[Key(run: append.run, first: append.first)] = append.records
    }

    /// Reads one page more; returns it.
    @discardableResult
    mutating func read(limit: Int = 256) async throws -> FeedPage {
        let page = try await trial.log.blocks(after: position, limit: limit)
        try require(page.blocks.count <= limit, "a page of \(limit) has \(page.blocks.count) blocks")
        try require(page.isLast || !page.blocks.isEmpty, "a page that is not the last one is empty")
        try require(position ?? page.next <= page.next, "the position goes back")
        told += page.blocks
        position = page.next
        return page
    }

    /// Reads pages up to the last one, and goes on reading until the reader was told `count` blocks or the trial's patience is over.
    ///
    /// `count`: nil is as many as are committed.
    mutating func readOn(limit: Int = 256, to count: Int? = nil) async throws {
        let end = ContinuousClock.now + trial.patience
        while true {
            let page = try await read(limit: limit)
            if page.isLast, told.count >= count ?? committed.count || ContinuousClock.now >= end { return }
            if page.isLast {
                try await Task.sleep(nanoseconds: 20_000_000)
            } else {
                try require(told.count <= 2 * committed.count, "no page of \(limit) blocks is the last one")
            }
        }
    }

    /// Another reader, who has been told nothing yet, goes on from a position; nil is the beginning.
    mutating func goOn(from stored: FeedPosition?) {
        position = stored
        told = []
    }

    /// Requires that the reader was told these blocks, each once, with its records and in the order of its run.
    func requireTold(_ expected: [Key: [Record]]) throws {
        var ends: [RunID: UInt64] = [:]
        var keys: Set<Key> = []
        for block in told {
            let key = Key(run: block.run, first: block.first)
            try require(keys.insert(key).inserted, "record \(block.first) of run \(block.run) is told twice")
            try require(
                ends[block.run] ?? 0 <= block.first,
                "record \(block.first) of run \(block.run) comes behind a later one")
            try require(try block.records == expected[key], "other records are told: \(block)")
            ends[block.run] = block.first + 1
        }
        let left = expected.keys.filter { !keys.contains($0) }.map { "\($0.first) of \($0.run)" }
        try require(left.isEmpty, "these are never told: \(left.sorted())")
        try require(told.map(\.position) == told.map(\.position).sorted(), "the positions are in another order")
    }
}
