import KeywayCore
import KeywayLog
import KeywayNodes

/// The checks of the laws of feeds: each function checks the law of its name in `FeedLaw`; `refuses` checks `otherLogs`.
extension TriedFeed {
    /// Appends to three runs, in sets and one by one.
    private mutating func fill() async throws {
        let runs = (1...3 as ClosedRange<UInt64>).map { SampleRun($0, reference: "cart \($0)") }
        try await append(runs.map { $0.shared(0..<2) })
        for first in 2..<6 as Range<UInt64> {
            try await append([runs[2], runs[0]].map { $0.shared(first..<first + 1) })
            try await append([runs[1].shared(first..<first + 1)])
        }
    }

    mutating func everyBlock() async throws {
        let empty = try await read()
        try require(empty.blocks.isEmpty && empty.isLast, "a log without blocks tells some")
        try await fill()
        for limit in [1, 2, 3, 5, 256, 5_000] {
            goOn(from: nil)
            try await readOn(limit: limit)
            try requireTold(committed)
            let again = try await read()
            try require(again.blocks.isEmpty && again.isLast, "behind the last block there are more")
        }
        // No page can have the limit 0: it counts as 1.
        goOn(from: nil)
        try require(
            try await trial.log.blocks(limit: 0).blocks.count == 1, "a page with the limit 0 does not have one block")
    }

    mutating func stored() async throws {
        try await fill()
        try await readOn()
        let all = told
        try require(try await read().next == all.last?.position, "an empty page moves the position")
        for (place, block) in all.enumerated() {
            guard let stored = FeedPosition("\(block.position)") else {
                throw Broken(explanation: "the position '\(block.position)' cannot be read")
            }
            goOn(from: stored)
            try await readOn(limit: 4, to: all.count - place - 1)
            let left = told.map(\.position)
            try require(left == all[(place + 1)...].map(\.position), "behind block \(place) are told \(left)")
        }
        goOn(from: all.last?.position)
        let next = SampleRun(1).shared(6..<7)
        try await append([next])
        try await readOn(to: 1)
        try requireTold([Key(run: next.run, first: 6): next.records])
    }

    mutating func lateCommits() async throws {
        let (early, late, third) = (SampleRun(1), SampleRun(2), SampleRun(3))
        try await append([early.shared(0..<1)])
        let open = try await trial.begin(late.shared(0..<1))
        for first in 1..<4 as Range<UInt64> { try await append([early.shared(first..<first + 1)]) }
        try await readOn(limit: 2, to: 1)
        let openThird = try await trial.begin(third.shared(0..<1))
        try await readOn(limit: 1, to: 1)
        try await open.commit()
        note(late.shared(0..<1))
        try await append([late.shared(1..<2)])
        try await readOn(limit: 2, to: 1)
        try await openThird.commit()
        note(third.shared(0..<1))
        try await readOn(limit: 2)
        try requireTold(committed)
    }

    /// - Parameter seed: from it follow what happens in which order, and the identities of the runs.
    mutating func anyOrder(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var open: [(append: SharedAppend, transaction: any OpenAppend)] = []
        var next = seed * 1_000
        try await append([SampleRun(next).shared(0..<1)])
        for step in 0..<60 {
            next += 1
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...1 where open.count < 4:
                let append = SampleRun(next).shared(0..<1)
                open.append((append, try await trial.begin(append)))
            case 2...3 where !open.isEmpty:
                let (append, transaction) = open.remove(at: .random(in: open.indices, using: &generator))
                if step % 4 == 0 {
                    try await transaction.rollBack()
                } else {
                    try await transaction.commit()
                    note(append)
                }
            case 4...5: try await append([SampleRun(next).shared(0..<1)])
            default: try await read(limit: .random(in: 1...4, using: &generator))
            }
        }
        for (append, transaction) in open {
            try await transaction.commit()
            note(append)
        }
        try await readOn(limit: 3)
        try requireTold(committed)
    }

    mutating func rolledBack() async throws {
        let (run, gone) = (SampleRun(1), SampleRun(2))
        try await append([run.shared(0..<1)])
        let open = try await trial.begin(gone.shared(0..<1))
        try await append([run.shared(1..<2)])
        try await open.rollBack()
        try await readOn()
        try requireTold(committed)
    }

    mutating func lag() async throws {
        try require(try await read().lag == .zero, "the lag of an empty log is not 0")
        try await fill()
        try require(try await read(limit: 2).lag > .zero, "blocks are left, and the lag is 0")
        try await readOn()
        try require(try await read().lag == .zero, "no block is left, and the lag is not 0")
        let open = try await trial.begin(SampleRun(8).shared(0..<1))
        try await append([SampleRun(9).shared(0..<1)])
        let held = try await read()
        try require(
            held.isLast && held.blocks.isEmpty && held.lag > .zero, "a block is kept back, and the page is \(held)")
        try await open.commit()
        note(SampleRun(8).shared(0..<1))
        try await readOn()
        try requireTold(committed)
        try require(try await read().lag == .zero, "behind the last commit the lag is not 0")
    }

    /// - Parameter other: a feed of another log.
    mutating func refuses(positionsOf other: TriedFeed) async throws {
        var other = other
        try await other.append([SampleRun(1).shared(0..<1)])
        try await append([SampleRun(2).shared(0..<1)])
        let position = try await other.read().next
        var failure: (any Error)?
        do { _ = try await trial.log.blocks(after: position) } catch { failure = error }
        try require(
            failure as? FeedError == .otherHistory(position), "it is answered by \(failure.map { "\($0)" } ?? "a page")"
        )
        try await readOn()
        try requireTold(committed)
    }
}
