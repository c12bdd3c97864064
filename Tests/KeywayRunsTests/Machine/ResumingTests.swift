import FlowFixtures
import KeywayCore
import KeywayLog
import TestThreads
import Testing

@testable import KeywayRuns
@testable import KeywayTesting

@Suite("A run whose process dies goes on in another one", .longComputation)
struct ResumingTests {
    /// What the walks came to: a test checks that its law was tried on enough of it.
    private struct Met {
        var deaths = 0
        /// The deaths after which the run had nothing to do by itself and so wrote nothing.
        var waiting = 0
        /// The orders that were performed again.
        var performedAgain = 0
        /// How many orders ended in each way by `closed` records of a resumption.
        var ended: [Closing: Int] = [:]
        var causes: Set<Cause> = []
    }

    /// One run through several processes.
    private struct Life {
        let flow: RunningFlow
        var walk: InputWalk
        var machine: RunMachine
        /// The records of all processes, as the log has them.
        var records: [Record] = []
        var performed: [EffectOrder.Key: (count: Int, effect: EffectSignature)] = [:]
        var epoch: UInt32 = 1

        init(_ loaded: LoadedFlow, seed: UInt64) {
            flow = RunningFlow(loaded.table)
            walk = InputWalk(flow, seed: seed)
            let version = FlowVersion(of: flow, annotations: loaded.annotations)
            let (machine, decision) = RunMachine.begin(
                RunID(high: seed, low: 2), of: flow, version: version, kind: .live, salt: seed, at: walk.now)
            self.machine = machine
            take(decision)
        }

        mutating func take(_ decision: RunDecision) {
            records += decision.records
            walk.note(decision.consequences)
            for case .perform(let order) in decision.consequences {
                performed[order.key, default: (0, order.effect)].count += 1
            }
        }

        mutating func decide(_ input: Input) throws(RunError) -> RunDecision {
            let decision = try machine.decide(input, at: walk.now, hearing: walk.retained)
            take(decision)
            return decision
        }

        /// Another process goes on with the run from its records. Returns what is wrong with these; nil where nothing is.
        mutating func comeBack() throws -> String? {
            let refolding = try Refolding(records, of: flow.table)
            if let difference = refolding.difference ?? machine.difference(from: refolding.machine) {
                return difference
            }
            walk.die(machine)
            machine = refolding.machine
            guard machine.settle() else { return "something is owed" }
            epoch += 1
            let resumption = Resumption(epoch: epoch, wallTime: walk.now, salt: UInt64(epoch))
            machine.comeBack(as: resumption, at: walk.now)
            return nil
        }
    }

    /// What is wrong with the first decision after a death; nil where nothing is.
    private func fault(of decision: RunDecision, _ life: Life, open: [OpenOrders.Entry], met: inout Met) -> String? {
        guard case .resumed(let resumption)? = decision.records.first?.content, resumption.epoch == life.epoch else {
            return "the first record does not say that the run came back"
        }
        let again = decision.consequences.compactMap { consequence -> EffectOrder.Key? in
            guard case .perform(let order) = consequence else { return nil }
            return open.contains { $0.order.id == order.order.id } ? order.key : nil
        }
        if Set(again).count != again.count { return "an order is performed twice in one process" }
        met.performedAgain += again.count
        for entry in open {
            let effect = life.machine.legs[entry.leg].table.effects[entry.order.effect]
            let isAgain = again.contains { $0.order == entry.order.id }
            let isOpen = life.machine.isOpen(entry.order.id)
            if isAgain, effect.isOnce || !entry.order.isComplete { return "'\(effect.name)' is performed again" }
            if isAgain != isOpen { return "'\(effect.name)' is open: \(isOpen), and performed again: \(isAgain)" }
        }
        for record in decision.records {
            if case .closed(_, let closing) = record.content { met.ended[closing, default: 0] += 1 }
            if let cause = record.event?.cause { met.causes.insert(cause) }
        }
        if let due = life.machine.nextDue, due < life.walk.now { return "what was due has not happened" }
        return nil
    }

    /// Plays a run whose process dies now and then; returns what is wrong, nil where nothing is.
    private func story(of loaded: LoadedFlow, seed: UInt64, met: inout Met) throws -> String? {
        var life = Life(loaded, seed: seed)
        for number in 0..<80 {
            if life.walk.happens(onceIn: 10) {
                if let fault = try life.comeBack() { return "after input \(number), \(fault)" }
                met.deaths += 1
                let (open, records) = (life.machine.orders.entries, life.records.count)
                if life.machine.wantsToResume(at: life.walk.now) {
                    let decision = try life.decide(.timeReached)
                    if let fault = fault(of: decision, life, open: open, met: &met) {
                        return "input \(number): \(fault)"
                    }
                } else {
                    met.waiting += 1
                    if life.records.count != records || !open.isEmpty { return "a run that waits was written to" }
                }
            }
            let input = life.walk.next(for: life.machine)
            _ = try? life.decide(input)
        }
        let refolding = try Refolding(life.records, of: life.flow.table)
        if let difference = refolding.difference { return difference }
        for (count, effect) in life.performed.values where effect.isOnce && count > 1 {
            return "'\(effect.name)', which happens once, was performed \(count) times"
        }
        return nil
    }

    @Test(
        "Through every shipped flow: what happens once is not repeated, what may be repeated is, and all records replay",
        arguments: DrawnSeeds.allCases)
    func shipped(seeds: DrawnSeeds) throws {
        var met = Met()
        for flow in try ShippedFlows.all() {
            for seed in seeds.first(20) {
                let fault = try story(of: flow, seed: seed, met: &met)
                #expect(fault == nil, "\(flow.table.name), seed \(seed)")
            }
        }
        guard seeds == .fixed else { return }
        #expect(met.deaths > 500 && met.waiting > 50 && met.performedAgain > 50)
        #expect(met.ended[.interrupted] ?? 0 > 20)
        #expect(met.causes.isSuperset(of: [.timer, .interrupted]))
    }

    @Test(
        "Through flows drawn at random: what happens once is not repeated, and all records replay",
        arguments: DrawnSeeds.allCases)
    func random(seeds: DrawnSeeds) throws {
        var met = Met()
        for seed in seeds.first(100) {
            let flow = try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.subFlows)
            let fault = try story(of: flow, seed: seed, met: &met)
            #expect(fault == nil, "seed \(seed)")
        }
        guard seeds == .fixed else { return }
        #expect(met.deaths > 500 && met.waiting > 50 && met.performedAgain > 50)
    }

    @Test(
        "Through flows in which `restored` lets an overdue timer go: all records replay", arguments: DrawnSeeds.allCases
    )
    func held(seeds: DrawnSeeds) throws {
        var met = Met()
        for flow in try HeldTimers.all() {
            for seed in seeds.first(100) {
                let fault = try story(of: flow, seed: seed, met: &met)
                #expect(fault == nil, "\(flow.table.name), seed \(seed)")
            }
        }
        guard seeds == .fixed else { return }
        #expect(met.causes.isSuperset(of: [.timer, .restored]))
    }

    @Test("An order that outlives its run and brings down each process ends when the run has changed too often")
    func bringsDownProcesses() throws {
        let loaded = try LoadedFlow(
            """
            flow Telling version 1
            command start, cancel
            effect tell
            final done
            within 20m -> done
            on cancel -> done
            reject other
            state idle waits for user { on start -> done { do tell } }
            """)
        var life = Life(loaded, seed: 1)
        let start = try #require(loaded.table.event(named: "start"))
        _ = try life.decide(.command(Command(start)))
        #expect(life.machine.isOver)
        var processes = 0
        while !life.machine.isFinished, processes < 2100 {
            processes += 1
            life.machine.comeBack(
                as: Resumption(epoch: UInt32(processes + 1), wallTime: life.walk.now, salt: UInt64(processes)),
                at: life.walk.now)
            guard life.machine.wantsToResume(at: life.walk.now) else { break }
            _ = try life.decide(.timeReached)
        }
        #expect(life.machine.isFinished && processes < 2001)
        #expect(life.records.last?.content == .closed(EffectOrder.ID(sequence: 1, index: 0), .interrupted))
        #expect(try Refolding(life.records, of: life.flow.table).difference == nil)
    }
}
