import FlowFixtures
import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayTesting
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("Sorted lists of runs", .longComputation)
struct SortedRunsTests {
    /// 5,000 runs with seeded dates, lengths and counts of events, of which many are equal.
    private func runs(seed: UInt64) throws -> [RunSummary] {
        let folder = try Door.folder()
        Door.run(in: folder, "--seed", "1").expectFine()
        let reader = try FileLog.Reader(folder.path(of: "log"))
        let one = try RunSummary(of: reader.records(of: try #require(reader.runs.first)))
        var numbers = SeededGenerator(seed: seed)
        return (0..<5_000).map { place in
            var run = one
            run.run = RunID(high: 1, low: UInt64(place))
            run.began = Instant(milliseconds: .random(in: 0..<100, using: &numbers))
            run.ended = run.began.advanced(byMilliseconds: .random(in: 0..<20, using: &numbers))
            run.eventCount = .random(in: 0..<20, using: &numbers)
            return run
        }
    }

    @Test(
        "A page has the runs that it would have if all were sorted, and a short page keeps few of them",
        arguments: [UInt64(1), 2, 3])
    func pages(seed: UInt64) throws {
        let runs = try runs(seed: seed)
        let orders: [(SortedRuns.Key, (RunSummary) -> Int64)] = [
            (.began, { $0.began.milliseconds }), (.duration, \.duration), (.events, { Int64($0.eventCount) }),
        ]
        for (key, value) in orders {
            let all = runs.sorted {
                (value($0), $0.began, $0.run.low) < (value($1), $1.began, $1.run.low)
            }
            for (skip, limit) in [(0, 0), (0, 1), (0, 7), (3, 600), (4_990, 20), (0, Int.max), (6_000, 5)] {
                let (most, isMore) = skip.addingReportingOverflow(limit)
                var list = SortedRuns(by: key, most: isMore ? .max : most)
                var greatest = 0
                for run in runs {
                    list.add(run)
                    greatest = max(greatest, list.kept.count)
                }
                #expect(list.count == runs.count)
                #expect(
                    list.page(skipping: skip, limit: limit) == Array(all.dropFirst(skip).prefix(limit)),
                    "\(key), \(skip), \(limit)")
                if most < 1_000 { #expect(greatest <= max(2 * most, 1_024), "\(key), \(skip), \(limit)") }
            }
        }
    }
}
