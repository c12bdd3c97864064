import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayPacked
import KeywayTesting
import TestThreads
import Testing

@Suite("Random flows", .longComputation)
struct RandomFlowTests {
    @Test(
        "Interpreter and table agree on every cell and guard witness, and on walks, of 100 flows drawn at random",
        arguments: DrawnSeeds.allCases)
    func agreement(seeds: DrawnSeeds) throws {
        var witnesses = 0
        var words: Set<String> = []
        for seed in seeds.first(100) {
            let text = RandomFlow(seed: seed).text
            let flow: LoadedFlow
            do { flow = try LoadedFlow(text, among: RandomFlow.subFlows) } catch {
                Issue.record("seed \(seed) draws no flow: \(error)\n\(text)")
                return
            }
            let agreement = Agreement(of: flow)
            let comparison = AgreementTests.compare(agreement)
            witnesses += comparison.witnesses
            #expect(comparison.differences.first == nil, "seed \(seed)\n\(text)")
            #expect(AgreementTests.walk(agreement, seed: seed).difference == nil, "seed \(seed)\n\(text)")
            words.formUnion(text.split { !($0.isLetter || "+-=".contains($0)) }.map(String.init))
        }
        guard seeds == .fixed else { return }
        #expect(witnesses > 100 * 50)
        // Together the flows have each keyword that decides how a run goes.
        let needed: Set = [
            "group", "state", "choice", "timer", "enter", "on", "stay", "ignore", "reject", "late", "other", "hold",
            "after", "within", "when", "otherwise", "and", "or", "not", "in", "present", "absent", "keep", "set",
            "clear", "do", "stale", "waits", "nil", "+=", "-=", "lane", "take", "child", "run",
            "param", "pause", "bold", "top", "most", "stamped", "singleton", "success", "restored", "withValues",
        ]
        #expect(needed.subtracting(words) == [])
    }

    @Test(
        "Packed runs go the way of the interpreter, and hardly any step is left to the table, where they have room",
        arguments: DrawnSeeds.allCases)
    func packed(seeds: DrawnSeeds) throws {
        var (flows, compared, left) = (0, 0, 0)
        for seed in seeds.first(100) {
            let flow = try LoadedFlow(RandomFlow(seed: seed).text, among: RandomFlow.subFlows)
            guard let packed = PackedTable(flow.table) else { continue }
            flows += 1
            for arrival in Arrival.all(at: flow.machine) {
                var reference = arrival.run
                let now = Instant(milliseconds: 700)
                let expected = flow.interpreter.step(&reference, arrival.event, at: now, sequence: 9)
                let (step, run) = packed.reduced(arrival.run, arrival.event, at: now, sequence: 9)
                guard let step else {
                    left += 1
                    continue
                }
                compared += 1
                #expect(step.disposition == expected.disposition, "seed \(seed): \(arrival)")
                #expect(step.state == reference.state, "seed \(seed): \(arrival)")
                #expect(run?.isPackedLike(reference) == true, "seed \(seed): \(arrival)")
            }
        }
        guard seeds == .fixed else { return }
        #expect(
            flows > 20 && compared > 200 * flows / 10 && compared > left, "\(flows) flows, \(compared), \(left) left")
    }
}
