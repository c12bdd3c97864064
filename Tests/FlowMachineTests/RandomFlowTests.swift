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
        }
        guard seeds == .fixed else { return }
        #expect(witnesses > 100 * 50)
    }

    /// How those phrases of the grammar begin that drawn flows need not say: none of them leaves anything in a flow's table.
    private static let unsaid = [
        // No table has requirements, and one that is drawn holds by chance; the systems that `ProofTrials` draws have those of every form.
        "requirement = ", "fact = ", "both = ", "one = ", "single = ",
        // `check` plays scenarios, and a role names what the clauses of profiles speak of. No table has either.
        "decl = scenario", "scenario = ", "given = ", #"decl = "role" "#,
        // Models of SDKs, and profiles (what a standard asks of flows), are files of their own.
        #"head = "provider" "#, "decl += ", "item += ", "answer = ", "file = profile", "profile = ",
        // The grammar lets the block of a final have items, but `check` refuses them.
        #"decl = "final" id [ "success" ] [ "keeps" ids ] [ "{" { item } "}" ]: "{" { item } "}": item"#,
    ]

    @Test("Together 100 flows drawn at random say all of the reference's grammar that leaves something in a table")
    func everythingIsSaid() throws {
        let grammar = try Grammar(inPage: String(decoding: ShippedFlows.bytes(at: "README.md"), as: UTF8.self))
        var said: Set<String> = []
        var subFlows: Set<[String]> = []
        for seed in DrawnSeeds.fixed.first(100) {
            let text = RandomFlow(seed: seed).text
            said.formUnion(try #require(grammar.phrases(in: text), "seed \(seed)\n\(text)"))
            for child in try LoadedFlow(text, among: RandomFlow.subFlows).machine.children {
                let inner = child.flow?.machine.children ?? []
                subFlows.insert([child.flowName.text] + inner.map(\.flowName.text))
            }
        }
        let unsaid = grammar.phrases.filter { phrase in Self.unsaid.contains { phrase.hasPrefix($0) } }
        #expect(Set(grammar.phrases).subtracting(unsaid).subtracting(said) == [])
        for beginning in Self.unsaid { #expect(unsaid.contains { $0.hasPrefix(beginning) }, "\(beginning)") }
        #expect(subFlows == [["Helper"], ["Host", "Helper"]])
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
