import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

/// The engine counts nodes that have looked at a run and died, and sets the run aside after five of them.
@Suite("A look at a run with which the node does not go on")
struct LookInVainTests {
    private static let run = RunID(high: 1, low: 1)

    /// What keeps nodes from going on with the run.
    enum Hindrance: CaseIterable {
        case noKeyToRead, noKeyToAppend, newer
    }

    /// Nodes over one engine, one at a time.
    private struct Bench {
        var engine = MemoryEngine()
        /// What the engine tells of the run where the node wants to read it; nil for what is there.
        var loaded: EngineAnswer?
        /// Whether the values of appends cannot be encrypted.
        var isLocked = false
        /// The promises to which looks were put off.
        private(set) var promises: [Instant?] = []
        private(set) var now: Int64 = 1_000
        private var node: NodeMachine
        private let flow: RunningFlow
        private let version: FlowVersion

        init() throws {
            let loaded = try WaitingFlow.loaded()
            flow = RunningFlow(loaded.table)
            version = FlowVersion(of: flow, annotations: loaded.annotations)
            node = NodeMachine(NodeID(1), serving: [version])
            give(.time)
            let start = try #require(flow.table.event(named: "start"))
            give(
                .begin(
                    NewRun(
                        run: run, flow: flow, version: version, command: Command(start), request: "r", salt: 1),
                    asker: Asker(1)))
        }

        /// The node is gone, and another one begins.
        mutating func replaceNode() {
            node = NodeMachine(NodeID(node.node.number + 1), serving: [version])
            passTime(seconds: 11)
        }

        mutating func passTime(seconds: Int64) {
            for _ in 0..<seconds * 10 {
                now += 100
                give(.time)
            }
        }

        private mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for case .send(let statement, let number) in outputs {
                give(.answered(number, .success(answer(to: statement))))
            }
        }

        private mutating func answer(to statement: EngineStatement) -> EngineAnswer {
            switch statement {
            case .load: if let loaded { return loaded }
            case .append(let appends) where isLocked:
                let refusals = appends.map { ($0.run, AppendRefusal.locked(.unavailable("away"))) }
                return .appended([], refused: Dictionary(uniqueKeysWithValues: refusals))
            case .postpone(let postponed): promises += postponed.map(\.promise)
            default: break
            }
            return engine.perform(statement, of: node.node, at: now)
        }
    }

    /// A block that cannot be read, of a run that ends behind record 1.
    private static func fault(_ reason: BlockFault) -> EngineAnswer {
        let fault = SharedBlock.Fault(first: 1, reason: reason, end: 2)
        return .loaded([
            run: [SharedBlock(id: AppendID(node: NodeID(9), number: 1), records: [], fault: fault)]
        ])
    }

    @Test(
        "The run is not set aside for nodes that are replaced after such a look, and goes on once a node can",
        arguments: Hindrance.allCases)
    func replaced(hindrance: Hindrance) throws {
        var bench = try Bench()
        bench.passTime(seconds: 1)
        switch hindrance {
        case .noKeyToRead: bench.loaded = .loaded([:], locked: [Self.run: .unavailable("away")])
        case .noKeyToAppend: bench.isLocked = true
        case .newer: bench.loaded = Self.fault(.newer("a kind of record"))
        }
        for _ in 0..<30 { bench.replaceNode() }
        let row = try #require(bench.engine.rows[Self.run])
        let looks = bench.engine.looks[Self.run]?.count ?? 0
        #expect(looks > EngineStatement.greatestLooks && !row.isSetAside && row.wake != nil)
        (bench.loaded, bench.isLocked) = (nil, false)
        bench.replaceNode()
        #expect(bench.engine.rows[Self.run]?.isOver == true)
    }

    @Test("A damaged run is looked at once in a minute")
    func damaged() throws {
        var bench = try Bench()
        bench.passTime(seconds: 1)
        bench.loaded = Self.fault(.malformed("its checksum is another"))
        for _ in 0..<30 { bench.replaceNode() }
        #expect((3...4).contains(bench.promises.count) && bench.promises.allSatisfy { $0 != nil })
        #expect(bench.engine.rows[Self.run]?.isSetAside == false)
    }
}
