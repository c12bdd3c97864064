import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import LoginFixtures
import Testing

@Suite("A node that watches runs")
struct WatchingTests {
    @Test("However long the log is away, each watched run is asked about a few times a second when it is back")
    func once() {
        let runs = (1...100).map { RunID(high: 0, low: $0) }
        let (version, flow) = FlowVersion.shared(for: CodeLogin.self)
        var node = NodeMachine(NodeID(1), serving: [version])
        var engine = MemoryEngine()
        var now: Int64 = 1_000
        var isAway = false
        var asked: [RunID] = []
        func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for case .send(let statement, let number) in outputs {
                if case .continued(let runs) = statement { asked += runs.map(\.run) }
                give(
                    .answered(
                        number,
                        isAway ? .failure(.unknown) : .success(engine.perform(statement, of: node.node, at: now))))
            }
        }
        func passTime(milliseconds: Int64) {
            for _ in 0..<milliseconds / 50 {
                now += 50
                give(.time)
            }
        }
        give(.time)
        let start = Command(CodeLogin.Command.start.position)
        for run in runs {
            let new = NewRun(run: run, flow: flow, version: version, command: start, request: "\(run)", salt: 1)
            give(.begin(new, asker: Asker(run.low)))
            give(.observe(run))
        }
        isAway = true
        passTime(milliseconds: 60_000)
        isAway = false
        asked = []
        passTime(milliseconds: 1_000)
        #expect(Set(asked) == Set(runs) && asked.count <= 5 * runs.count, "\(asked.count) questions in a second")
    }
}
