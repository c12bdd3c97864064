import FlowFixtures
import KeywayCore
import KeywayLog
import TestThreads
import Testing

@testable import KeywayRuns
@testable import KeywayTesting

@Suite("Whatever comes, a run is decided once more from its records", .longComputation)
struct RedoingTests {
    /// What the walks came to: a test checks that its law was tried on enough of it.
    private struct Met {
        /// How many records have each cause.
        var causes: [String: Int] = [:]
        /// The kinds of records.
        var contents: Set<String> = []
        /// The inputs that were refused with an error.
        var errors = 0
        /// The commands that were answered without a record.
        var repeated = 0
    }

    /// Walks through a run, beside a twin that decides the same inputs and a machine that decides the records once more.
    ///
    /// - Returns: how one of them differs from the run; nil where none does.
    private func walk(_ loaded: LoadedFlow, seed: UInt64, inputs: Int, met: inout Met) throws -> String? {
        let flow = RunningFlow(loaded.table)
        let version = FlowVersion(of: flow, annotations: loaded.annotations)
        var walk = InputWalk(flow, seed: seed)
        let id = RunID(high: seed, low: 1)
        var (machine, decision) = RunMachine.begin(
            id, of: flow, version: version, kind: .live, salt: seed, at: walk.now)
        var (twin, twins) = RunMachine.begin(id, of: flow, version: version, kind: .live, salt: seed, at: walk.now)
        var refolding = try Refolding(beginningWith: decision.records[0], of: flow)
        for record in decision.records.dropFirst() { refolding.fold(record) }
        walk.note(decision.consequences)
        for number in 0..<inputs {
            let input = walk.next(for: machine)
            do throws(RunError) {
                try machine.decide(input, at: walk.now, hearing: walk.retained, into: &decision)
            } catch {
                met.errors += 1
                _ = try? twin.decide(input, at: walk.now, hearing: walk.retained)
                if let difference = machine.difference(from: twin) { return "input \(number) threw, and \(difference)" }
                continue
            }
            twins = try twin.decide(input, at: walk.now, hearing: walk.retained)
            if decision.records.map(\.codedBytes) != twins.records.map(\.codedBytes)
                || "\(decision.consequences)" != "\(twins.consequences)" || decision.answer != twins.answer
                || decision.steps != twins.steps || decision.standing != twins.standing
            {
                return "input \(number) is decided in two ways"
            }
            if decision.answer != nil, decision.records.isEmpty, decision.steps.isEmpty { met.repeated += 1 }
            walk.note(decision.consequences)
            for record in decision.records {
                met.contents.insert("\(record.content)".prefix { $0 != "(" }.description)
                if let cause = record.event?.cause {
                    met.causes["\(cause)".prefix { $0 != "(" }.description, default: 0] += 1
                }
                refolding.fold(record)
            }
            if let difference = refolding.difference ?? machine.difference(from: refolding.machine) {
                return "after input \(number), \(difference)"
            }
            if let difference = steps(decision, refolding.steps) { return "after input \(number), \(difference)" }
            if decision.standing != refolding.machine.standing { return "after input \(number) the standings differ" }
        }
        return keys(of: walk, machine, refolding.machine) ?? answers(to: walk, machine, refolding.machine)
    }

    /// How the steps on record differ from those of the records decided once more; nil where they do not.
    private func steps(_ decision: RunDecision, _ redone: [RunStep?]) -> String? {
        let lived = decision.steps.filter { if case .recorded = $0.place { true } else { false } }
        let folded = redone.suffix(decision.records.count).compactMap { $0 }
        guard lived.count == folded.count else { return "\(lived.count) steps are \(folded.count)" }
        for (own, others) in zip(lived, folded) {
            if own.place != others.place || own.legName != others.legName || own.isActedOn != others.isActedOn
                || own.choices != others.choices || own.orders.map(\.id) != others.orders.map(\.id)
                || own.orders.map(\.attempt) != others.orders.map(\.attempt)
            {
                return "the step of record \(own.record.sequence) is another"
            }
        }
        return nil
    }

    /// How the keys of orders, or which orders are awaited, differ between the machines; nil where they do not.
    private func keys(of walk: InputWalk, _ machine: RunMachine, _ other: RunMachine) -> String? {
        if Set(walk.orders.map(\.key)).count != walk.orders.count { return "a key is used twice" }
        for order in walk.orders {
            let id = order.order.id
            if machine.key(of: id) != order.key || other.key(of: id) != order.key { return "a key is another" }
            if machine.isAwaited(id) != other.isAwaited(id) { return "an order is awaited by one of them" }
        }
        return nil
    }

    /// Asks both machines each command with an identity once more; returns how they differ, nil where they do not.
    private func answers(to walk: InputWalk, _ machine: RunMachine, _ other: RunMachine) -> String? {
        for command in walk.identified {
            var (own, others) = (machine, other)
            let first = Result { () throws(RunError) in try own.decide(.command(command), at: walk.now) }
            let second = Result { () throws(RunError) in try others.decide(.command(command), at: walk.now) }
            switch (first, second) {
            case (.success(let first), .success(let second)):
                if first.answer != second.answer { return "command \(command.id ?? "") has two answers" }
                // A command that was a mistake when it came has no answer yet, so both may decide it now.
                if first.records.isEmpty != second.records.isEmpty { return "one knows command \(command.id ?? "")" }
            case (.failure(let first), .failure(let second)):
                if first != second { return "command \(command.id ?? "") is two mistakes" }
            default: return "command \(command.id ?? "") is a mistake for one of them"
            }
        }
        return nil
    }

    @Test(
        "Every walk through every shipped flow gives equal records, legs, keys, standing and answers when redone",
        arguments: DrawnSeeds.allCases)
    func shipped(seeds: DrawnSeeds) throws {
        var met = Met()
        for flow in try ShippedFlows.all() {
            for seed in seeds.first(15) {
                let difference = try walk(flow, seed: seed, inputs: 60, met: &met)
                #expect(difference == nil, "\(flow.table.name), seed \(seed)")
            }
        }
        guard seeds == .fixed else { return }
        #expect(
            Set(met.causes.keys).isSuperset(of: [
                "asked", "heard", "replied", "failed", "interrupted", "timer", "limit", "owed",
            ]))
        #expect(met.contents == ["event", "legBegan", "closed", "commandBeforeLeg"])
        #expect(met.errors > 50 && met.repeated > 50)
    }

    @Test(
        "Every walk through flows drawn at random gives equal records, legs, keys, standing and answers when redone",
        arguments: DrawnSeeds.allCases)
    func random(seeds: DrawnSeeds) throws {
        var met = Met()
        for seed in seeds.first(100) {
            let flow = try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.subFlows)
            let difference = try walk(flow, seed: seed, inputs: 80, met: &met)
            #expect(difference == nil, "seed \(seed)")
        }
        guard seeds == .fixed else { return }
        #expect(
            Set(met.causes.keys).isSuperset(of: [
                "asked", "heard", "retained", "replied", "failed", "timer", "limit", "granted", "owed",
            ]))
    }
}
