import KeywayCore
import KeywayLog
import Testing

@testable import KeywayNodes

@Suite("What waits to be asked of the engine, and is not wanted any more")
struct StaleWorkTests {
    /// A node that has one run in memory, which stays there because somebody observes it.
    private func node(with run: RunID) -> NodeMachine {
        var node = NodeMachine(NodeID(1), serving: [])
        node.runs[run] = Boxed(NodeRun())
        node.runs[run]?.isObserved = true
        return node
    }

    /// The statements that the node sends when time goes on.
    private func sent(by node: inout NodeMachine) -> [EngineStatement] {
        var outputs: [NodeOutput] = []
        _ = node.receive(.time, at: 0, into: &outputs)
        return outputs.compactMap { if case .send(let statement, _) = $0 { statement } else { nil } }
    }

    @Test("Whole sets of runs that the node has forgotten keep no run behind them from being asked about")
    func sets() {
        let run = RunID(high: 1, low: 0)
        var node = node(with: run)
        let forgotten = (0..<3 * node.terms.greatestSet).map { RunID(high: 0, low: UInt64($0)) }
        for queue in [\EngineWork.loads, \.watched, \.settles, \.confirms] as [WritableKeyPath<EngineWork, RunQueue>] {
            node.work[keyPath: queue].append(forgotten + [run])
        }
        let sent = sent(by: &node)
        let loaded = sent.flatMap { if case .load(let asked) = $0 { asked.map(\.run) } else { [] as [RunID] } }
        let watched = sent.flatMap { if case .continued(let asked) = $0 { asked.map(\.run) } else { [] as [RunID] } }
        #expect(loaded == [run] && watched == [run])
        #expect(node.work.settles.isEmpty && node.work.confirms.isEmpty)
    }
}
