import KeywayNodes
import KeywayTesting
import ProgramStreams
import TestThreads
import Testing

@testable import LogTorture

@Suite("The rehearsal of many nodes", .serialized, .longComputation)
struct RehearsalTests {
    /// What four nodes were seen to ask of the database.
    private static let policyOfFourNodes = MeasuredPolicy(nodes: 4, terms: NodeTerms(), seed: 1)

    private func played(_ change: (inout RehearsalPlan) -> Void = { _ in }) async -> Rehearsal {
        var plan = RehearsalPlan()
        (plan.nodes, plan.runs, plan.shards) = (4, 60_000, 2)
        change(&plan)
        var rehearsal = Rehearsal(plan, policy: plan.nodes == 4 ? Self.policyOfFourNodes : nil)
        await rehearsal.play()
        return rehearsal
    }

    @Test("One seed gives the same numbers twice, and another seed gives others")
    func seeds() async {
        let (first, second) = (await played(), await played())
        #expect(first.shards == second.shards)
        #expect(TortureResult(first).json == TortureResult(second).json)
        let other = await played { $0.seed = 2 }
        #expect(other.total != first.total)
    }

    @Test("Every sign-in ends and every law holds, whatever the seed", arguments: 1...5 as ClosedRange<UInt64>)
    func laws(seed: UInt64) async {
        let rehearsal = await played { $0.seed = seed }
        #expect(rehearsal.breaches == [])
        #expect(rehearsal.total.ended == 60_000)
        #expect(rehearsal.total.calm.count > 10_000 && rehearsal.total.afterDeath.count > 100)
        // Terms are in milliseconds, and how late a deadline was is in microseconds.
        let terms = rehearsal.plan.terms
        #expect(rehearsal.total.calm.worst <= (terms.grace + terms.poll) * 1_000)
    }

    @Test("Every law holds with many nodes as well, and with one", arguments: [1, 2, 300])
    func crowds(nodes: Int) async {
        let rehearsal = await played { $0.nodes = nodes }
        #expect(rehearsal.breaches == [])
    }

    @Test("With twice the shards each has half of the load")
    func shards() async {
        let two = await played().shards.map(\.load.mean)
        let four = await played { $0.shards = 4 }.shards.map(\.load.mean)
        let ratio = (two.reduce(0, +) / 2) / (four.reduce(0, +) / 4)
        #expect((1.9...2.1).contains(ratio), "\(ratio)")
    }

    @Test("Nodes that leave what the dead were doing break the law that every sign-in ends")
    func plantedMistake() async {
        let rehearsal = await played { $0.mistake = .deadAreLeft }
        #expect(rehearsal.breaches.map(\.law) == [.everyRunEnds])
        #expect(!TortureResult(rehearsal).isFine)
    }

    @Test("With more to do than the database can, deadlines are late, which breaks a law; yet every sign-in ends")
    func overload() async {
        let rehearsal = await played { $0.costs.append = 40_000 }
        #expect(rehearsal.breaches.map(\.law).contains(.inTimeInCalm))
        #expect(rehearsal.total.ended == 60_000)
        // Appends that wait go together in one statement.
        let append = Int(StatementKind.append.rawValue)
        #expect(rehearsal.total.items[append] > rehearsal.total.statements[append] * 2)
    }

    @Test("What is measured is what the nodes' code asks: more nodes read more, and a longer lease needs fewer beats")
    func measured() {
        let one = MeasuredPolicy(nodes: 1, terms: NodeTerms(), seed: 1)
        let many = MeasuredPolicy(nodes: 1_000, terms: NodeTerms(lease: .seconds(20)), seed: 1)
        #expect((one.perSignIn[.load] ?? 0) < (many.perSignIn[.load] ?? 0))
        #expect((one.perSignIn[.append] ?? 0) > 5 && one.recordsPerSignIn > 5)
        #expect(one.idlePerSecond[.beat] == 0.4 && many.idlePerSecond[.beat] == 0.2)
        // The statements of three looks at a run, each from its first to its last.
        for look in [many.takingOver, many.lateDeadline, many.lookInVain] { #expect(look.first == .look) }
        #expect(many.takingOver.last == .append && many.lookInVain.last == .postpone)
    }

    @Test("A handler answers at the node of the step before; others look only after an answer or a deadline is due")
    func scripts() {
        for script in Self.policyOfFourNodes.scripts {
            for (before, step) in zip(script.steps, script.steps.dropFirst()) {
                if step.kind == .answered { #expect(step.node == before.node) }
                // The promise says from when on other nodes look at the run: that is after the pause before the step.
                if step.kind != .asked { #expect(step.promise.map { $0 > step.pause } == true) }
            }
        }
        #expect(Self.policyOfFourNodes.scripts.contains { $0.steps.last?.kind == .deadline })
    }

    @Test("A sign-in takes 64 bytes at most")
    func size() {
        #expect(MemoryLayout<RehearsedRun>.stride <= 64)
    }

    @Test("A heap gives runs by their times, and those of one time by their numbers")
    func heap() {
        var heap = RunHeap()
        var chance = SeededGenerator(seed: 1)
        var times: [Int64] = []
        for run in 0..<500 as Range<UInt32> {
            times.append(.random(in: 0..<50, using: &chance))
            heap.insert(run, at: times[Int(run)])
        }
        let order = (0..<500 as Range<UInt32>).sorted { (times[Int($0)], $0) < (times[Int($1)], $1) }
        #expect(order.map { _ in heap.removeFirst() } == order)
        // An empty heap has no time.
        #expect(heap.earliestTime == .max)
    }

    @Test("A spread tells lengths to about three per cent, and the worst exactly")
    func spread() {
        var spread = Spread()
        for length in 1...10_000 as ClosedRange<Int64> { spread.add(length * 37) }
        #expect((185_000...191_000).contains(spread.percentile(50)))
        #expect((366_300...370_000).contains(spread.percentile(99)))
        #expect(spread.worst == 370_000 && spread.percentile(100) == 370_000)
        #expect(Spread().percentile(99) == 0)
    }

    @Test("A call of the rehearsal says what it asks for, in any order")
    func calls() throws {
        let call = try Call(
            ["--nodes", "7", "--runs", "500", "--rehearse", "--shards", "3", "--read-microseconds", "80"])
        #expect(call.work == .rehearsal && call.subject == .files)
        #expect(call.plan.nodes == 7 && call.plan.runs == 500 && call.plan.shards == 3 && call.plan.costs.read == 80)
        #expect(try Call(["--rehearse", "--plant", "deadAreLeft"]).mistake == "deadAreLeft")
    }

    @Test(
        "A wrong call of the rehearsal is refused with a sentence",
        arguments: [
            (["--rehearse", "--nodes"], "--nodes needs a number"),
            (["--rehearse", "--shards", "0"], "--shards needs 1 or more"),
            (["--rehearse", "--seeds", "5"], "--seeds does not go with --rehearse"),
            (["--rehearse", "--story"], "--rehearse does not go with --story"),
            (["--runs", "5"], "LogTorture has no option '--runs'"),
            (["--rehearse", "--plant", "wallClock"], "there is no mistake 'wallClock': deadAreLeft"),
        ])
    func wrongCalls(arguments: [String], sentence: String) {
        #expect(throws: WrongCall(sentence: sentence)) { try Call(arguments) }
    }
}
