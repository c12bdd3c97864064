import FlowFixtures
import KeywayCore
import KeywayLog
import TestThreads
import Testing

@testable import KeywayRuns
@testable import KeywayTesting

@Suite("A run that is packed and read again is the same run", .longComputation)
struct PackingTests {
    /// What the walks came to: a test checks that its law was tried on enough of it.
    /// What the walks came across. All but the last two are counted anew at each packing, so that one leg or order counts many times.
    private struct Met {
        /// Legs other than the root.
        var legs = 0
        /// Legs with a sub-flow that runs, or a lane that is asked for or held.
        var running = 0
        var openOrders = 0
        /// Lanes that a leg stands in line for or holds.
        var lanes = 0
        /// Calls by which the run holds sources.
        var calls = 0
        /// Legs of which the machine keeps what retained callbacks they have heard.
        var heard = 0
        var resumptions = 0
        /// Records that inputs brought.
        var changes = 0
    }

    private func bytes(_ machine: RunMachine) -> [UInt8] {
        var writer = ByteWriter()
        machine.pack(into: &writer)
        return writer.bytes
    }

    /// The machine, packed and read again.
    private func repacked(_ machine: RunMachine) throws -> RunMachine {
        let bytes = bytes(machine)
        var reader = ByteReader(bytes)
        let read = try RunMachine(unpacking: &reader, run: machine.run, flow: machine.flow)
        #expect(reader.isAtEnd)
        #expect(self.bytes(read) == bytes)
        return read
    }

    /// Walks through a run that is packed and read again before each input, beside a twin that never is. Now and then the process of
    /// both dies, and they come back.
    ///
    /// - Returns: how the two differ; nil where they do not.
    private func walk(_ loaded: LoadedFlow, seed: UInt64, inputs: Int, met: inout Met) throws -> String? {
        let flow = RunningFlow(loaded.table)
        let version = FlowVersion(of: flow, annotations: loaded.annotations)
        var walk = InputWalk(flow, seed: seed)
        var (twin, decision) = RunMachine.begin(
            RunID(high: seed, low: 3), of: flow, version: version, kind: .live, salt: seed, at: walk.now)
        walk.note(decision.consequences)
        var machine = twin
        for number in 0..<inputs {
            machine = try repacked(machine)
            note(machine, in: &met)
            if walk.happens(onceIn: 12) {
                walk.die(twin)
                let resumption = Resumption(epoch: UInt32(number + 1), wallTime: walk.now, salt: UInt64(number))
                twin.comeBack(as: resumption, at: walk.now, isClockBehind: number % 2 == 0, hasValues: number % 3 == 0)
                machine.comeBack(
                    as: resumption, at: walk.now, isClockBehind: number % 2 == 0, hasValues: number % 3 == 0)
                machine = try repacked(machine)
                met.resumptions += 1
                if machine.wantsToResume(at: walk.now) != twin.wantsToResume(at: walk.now) {
                    return "at input \(number) one of them goes on by itself"
                }
            }
            let input = walk.next(for: twin)
            let own = Result { () throws(RunError) in
                try machine.decide(input, at: walk.now, hearing: walk.retained)
            }
            let others = Result { () throws(RunError) in try twin.decide(input, at: walk.now, hearing: walk.retained) }
            switch (own, others) {
            case (.failure(let own), .failure(let others)):
                if own != others { return "input \(number) is two mistakes" }
            case (.success(let own), .success(let others)):
                if own.records.map(\.codedBytes) != others.records.map(\.codedBytes)
                    || "\(own.consequences)" != "\(others.consequences)" || own.answer != others.answer
                    || own.steps != others.steps || own.standing != others.standing || own.isLazy != others.isLazy
                {
                    return "input \(number) is decided in two ways"
                }
                walk.note(others.consequences)
                met.changes += others.records.count
            default: return "input \(number) is a mistake for one of them"
            }
            guard machine.canBePacked else { return "input \(number) leaves something half decided" }
        }
        return bytes(machine) == bytes(twin) ? nil : "they have other bytes"
    }

    private func note(_ machine: RunMachine, in met: inout Met) {
        met.legs += machine.legs.count - 1
        met.running += machine.legs.count { !$0.run.running.isEmpty }
        met.openOrders += machine.orders.entries.count
        met.lanes += machine.lanes.count
        met.calls += machine.calls.count
        met.heard += machine.heard.count
    }

    @Test(
        "On every walk through every shipped flow, over deaths of its process too, a packed run decides what an unpacked one does",
        arguments: DrawnSeeds.allCases)
    func shipped(seeds: DrawnSeeds) throws {
        var met = Met()
        for flow in try ShippedFlows.all() {
            for seed in seeds.first(30) {
                let difference = try walk(flow, seed: seed, inputs: 60, met: &met)
                #expect(difference == nil, "\(flow.table.name), seed \(seed)")
            }
        }
        guard seeds == .fixed else { return }
        #expect(met.legs > 500 && met.running > 20 && met.openOrders > 50 && met.calls > 50, "\(met)")
        #expect(met.resumptions > 50 && met.changes > 1000)
    }

    @Test(
        "On every walk through flows drawn at random a packed run decides what an unpacked one does",
        arguments: DrawnSeeds.allCases)
    func random(seeds: DrawnSeeds) throws {
        var met = Met()
        for seed in seeds.first(100) {
            let flow = try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.subFlows)
            let difference = try walk(flow, seed: seed, inputs: 80, met: &met)
            #expect(difference == nil, "seed \(seed)")
        }
        guard seeds == .fixed else { return }
        #expect(met.lanes > 50 && met.heard > 50 && met.legs > 50 && met.openOrders > 50, "\(met)")
    }

    /// A field that is added to one of these types must be packed, and then stand here.
    @Test("What a run knows is packed field by field, and no field is forgotten")
    func fields() throws {
        let flow = RunningFlow(try ShippedFlows.all()[0].table)
        let version = FlowVersion(of: flow, annotations: Table.Annotations(file: "", rowLines: []))
        let (machine, _) = RunMachine.begin(
            RunID(high: 1, low: 1), of: flow, version: version, kind: .live, salt: 1, at: Instant(milliseconds: 0))
        func labels(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
        #expect(
            labels(machine) == [
                "run", "kind", "tree", "nextSequence", "latest", "keeping", "answered", "orders", "lanes",
                "sourceCalls",
                "pendingResumption", "restoring", "recovery", "heard",
            ])
        #expect(labels(machine.tree) == ["legs", "owed"])
        #expect(labels(machine.legs[0]) == ["flow", "parent", "run", "isAttached"])
        #expect(
            labels(machine.state) == ["state", "values", "timers", "openEffects", "running", "attempt"])
        #expect(labels(machine.keeping) == ["idle", "afterEnd", "changing", "omittedSteps"])
        #expect(labels(machine.orders) == ["salts", "tracksHandlers", "entries"])
        let order = EffectOrder(id: EffectOrder.ID(sequence: 0, index: 0), effect: 0, arguments: [], attempt: 0)
        #expect(
            labels(OpenOrders.Entry(leg: 0, order: order, isAwaited: true)) == ["leg", "order", "isAwaited"])
        #expect(labels(order) == ["id", "effect", "arguments", "attempt"])
        let resumption = Resumption(epoch: 1, wallTime: Instant(milliseconds: 0), salt: 1)
        #expect(labels(resumption) == ["epoch", "wallTime", "salt"])
        #expect(
            labels(
                PendingResumption(resumption: resumption, isUrgent: false, hasValues: false))
                == ["resumption", "isUrgent", "hasValues"])
    }
}
