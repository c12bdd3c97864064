import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayTesting
import SystemTrials

/// Failed runs of the shipped flows, driven at random, in which the models of their SDKs speak. No two have the same records.
struct DrawnFailures {
    struct Run {
        let records: [Record]
        let system: LoadedSystem
    }

    /// So many runs are driven at most: flows that seldom fail end the measurement with an error, and it does not go on for ever.
    private static let greatestDrawCount = 500_000
    /// A system of which so many runs were driven in one call of `take`, none of them fit, is passed over for the rest of that call: some
    /// flows have no long runs.
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
    ///   - leastRange: for each run that is driven a number is drawn from it: how many events the run has at least.
    ///   - most: how many events a run has at most.
    /// - Throws: `BenchmarkError.tooFewFailures`.
    mutating func take(_ count: Int, withEvents leastRange: ClosedRange<Int>, to most: Int = .max) throws -> [Run] {
        var runs: [Run] = []
        var tries = systems.map { _ in (draws: 0, isOver: false, hasGiven: false) }
        while runs.count < count {
            for (place, system) in systems.enumerated() where !tries[place].isOver && runs.count < count {
                guard drawCount < Self.greatestDrawCount else { throw BenchmarkError.tooFewFailures(drawn: drawCount) }
                drawCount += 1
                tries[place].draws += 1
                let least = Int.random(in: leastRange, using: &generator)
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
