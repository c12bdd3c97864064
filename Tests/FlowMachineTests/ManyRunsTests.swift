import FlowFixtures
import FlowMachine
import Keyway
import Testing

@Suite("Many packed runs")
struct ManyRunsTests {
    /// An event of one of the runs, and the state that the table takes it to.
    struct Coming {
        var run: Int
        var event: Event
        var time: Instant
        var state: Int
    }

    @Test("Interleaved in one call, each goes the way that the table takes it alone")
    func interleaved() throws {
        let table = try ShippedFlows.named("TruecallerOTP").table
        let packed = try #require(PackedTable(table))
        var coming: [Coming] = []
        var runs: [PackedRun] = []
        var alone: [RunState] = []
        for seed in 0..<20 {
            var random = RandomWalk(seed: UInt64(seed))
            var (run, orders) = table.begin(at: random.now)
            runs.append(try #require(packed.pack(run, at: random.now)))
            random.note(orders)
            for sequence in 1...30 {
                let next = random.next(for: run, of: table)
                let event = try #require(next)
                let step = table.reduce(&run, event, at: random.now, sequence: UInt64(sequence))
                random.note(step.orders)
                coming.append(Coming(run: seed, event: event, time: random.now, state: run.state))
            }
            alone.append(run)
        }
        // A stable order in which the runs take turns.
        let turns = (0..<30).flatMap { turn in (0..<20).map { coming[$0 * 30 + turn] } }
        var left: Set<Int> = []
        packed.reduce(turns, into: &runs) { coming in
            packed.pack(coming.event).map { PackedArrival($0, to: coming.run, at: coming.time) }
        } tell: { coming, step in
            // What is left to the table is not in the run; from there on it goes another way.
            if step == nil { left.insert(coming.run) }
            guard let step, !left.contains(coming.run) else { return }
            #expect(step.state == coming.state, "run \(coming.run)")
        }
        let told = alone.indices.filter { !left.contains($0) }
        #expect(told.count > 10)
        for run in told {
            #expect(packed.unpack(runs[run]).timers == alone[run].timers, "run \(run)")
            #expect(packed.unpack(runs[run]).openEffects == alone[run].openEffects, "run \(run)")
        }
    }
}
