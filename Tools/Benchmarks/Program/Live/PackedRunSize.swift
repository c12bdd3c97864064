import CAllocationCount
import KeywayCore
import KeywayPacked
import ProviderFlows

/// How much memory a run of `OTPlessSNA` takes among packed runs: its state, variables, deadlines, open orders and last sequence,
/// without texts, identity and all that an orchestrator has besides. The room that their array has to spare is in the figure.
struct PackedRunSize {
    private static let count = 1_000_000

    /// How many bytes a run takes.
    let bytes: Double

    init() throws {
        let table = OTPlessSNA.table
        guard let packed = PackedTable(table) else { throw BenchmarkError.flowDoesNotFit("packing") }
        let start = Instant(milliseconds: 0)
        let begun = table.begin(at: start).run
        let before = live_bytes()
        var runs = PackedRuns(of: packed, from: start)
        guard runs.append(begun, count: Self.count) else { throw BenchmarkError.flowDoesNotFit("packed runs") }
        bytes = withExtendedLifetime(runs) { Double(live_bytes() - before) / Double(Self.count) }
    }
}
