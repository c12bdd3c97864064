import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayTesting
import SystemTrials

/// Failed runs of the shipped flows, driven at random beside the models of their SDKs; no two are the same.
struct DrawnFailures {
    struct Run {
        let records: [Record]
        let system: LoadedSystem
    }

    /// After so many draws there is no further run, so that flows which seldom fail stop the measurement and do not keep it for ever.
    private static let greatestDrawCount = 500_000
    /// Of a system that has given no run in so many draws of one call, no more are drawn: some flows have no long runs.
    private static let patience = 40

    private let systems: [LoadedSystem]
    private var generator: SeededGenerator
    private var known: Set<[UInt8]> = []
    /// How many runs were driven, also those that did not fail.
    private(set) var drawCount = 0

    /// - Parameter seed: decides which runs come, and in which order.
    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        systems = try ShippedSystems.all(allowing: .followed).map { try $0.loaded.get() }.filter { !$0.models.isEmpty }
    }

    /// Further runs that failed, of all flows in turn.
    ///
    /// - Parameters:
    ///   - least: how many events a run has at least; drawn for each run anew.
    ///   - most: how many it has at most.
    /// - Throws: `BenchmarkError.tooFewFailures`.
    mutating func take(_ count: Int, withEvents least: ClosedRange<Int>, to most: Int = .max) throws -> [Run] {
        var runs: [Run] = []
        var tries = systems.map { _ in (draws: 0, isOver: false, hasGiven: false) }
        while runs.count < count {
            for (place, system) in systems.enumerated() where !tries[place].isOver && runs.count < count {
                guard drawCount < Self.greatestDrawCount else { throw BenchmarkError.tooFewFailures(drawn: drawCount) }
                drawCount += 1
                tries[place].draws += 1
                let least = Int.random(in: least, using: &generator)
                if let records = system.recordedRun(withEvents: least, generator: &generator),
                    records.eventCount <= most, try RunHistory(of: records).hasFailed,
                    known.insert(records.codedGroup).inserted
                {
                    tries[place].hasGiven = true
                    runs.append(Run(records: records, system: system))
                }
                tries[place].isOver = !tries[place].hasGiven && tries[place].draws >= Self.patience
            }
            guard tries.contains(where: { !$0.isOver }) else { throw BenchmarkError.tooFewFailures(drawn: drawCount) }
        }
        return runs
    }
}

extension RunHistory {
    /// Whether it ended in a final that is no success, and not because the person cancelled it.
    fileprivate var hasFailed: Bool {
        guard endingStep != nil, let successes = annotations?.successes else { return false }
        return !successes.contains(state.name) && state.name != "cancelled"
    }
}
