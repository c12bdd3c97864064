import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows
import Testing

@testable import KeywayNodes

@Suite("A run that has left the log")
struct RetiredRunTests {
    private static let device = DeviceID("phone 7")
    private static let retired = RunID(high: 9, low: 9)
    private static let (version, flow) = FlowVersion.shared(for: OTPlessSNA.self)
    private static let ready: RawValue = .object(["responseType": .text("SDK_READY"), "statusCode": .integer(200)])
    private static let initiated: RawValue = .object([
        "responseType": .text("INITIATE"), "statusCode": .integer(200),
        "response": .object(["authType": .text("SILENT_AUTH"), "requestId": .text("ARID_7f3a")]),
    ])

    /// A node over an engine in which the row of a device names a holder of its sources, a run that the log does not have.
    private struct Bench {
        var node = NodeMachine(NodeID(1), serving: [version])
        var engine = MemoryEngine()
        var answers: [NodeAnswer] = []
        /// The runs that the engine was asked for.
        var loaded: [RunID] = []

        init() {
            _ = engine.perform(.devices([device]), of: NodeID(2), at: 0)
            setHolder(RetiredRunTests.retired, changes: 0)
            give(.time)
        }

        /// Makes the run the holder of the SDK, as another node does. `changes`: how often the row was changed before.
        mutating func setHolder(_ run: RunID, changes: UInt64) {
            var state = DeviceState()
            state.holders = flow.table.singletons(saying: ready).map { DeviceState.Holder(source: $0, run: run) }
            let change = DeviceChange(device, expecting: changes, bytes: state.bytes)
            _ = engine.perform(.changeDevices([change]), of: NodeID(2), at: 0)
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: 1_000, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number):
                    if case .load(let runs) = statement { loaded += runs.map(\.run) }
                    give(.answered(number, .success(engine.perform(statement, of: node.node, at: 1_000))))
                case .answer(_, let answer): answers.append(answer)
                default: break
                }
            }
        }

        mutating func hear(_ callback: RawValue) {
            let sources = flow.table.singletons(saying: callback)
            give(.hearDevice(DeviceWord(callback, readBy: flow, of: sources), device, asker: Asker(1)))
        }

        /// What the row of the device retains.
        var retained: [RawValue] {
            get throws { try DeviceState(#require(engine.devices[device]).bytes).retained.words.map(\.callback) }
        }
    }

    @Test("What its SDK says is kept for later runs, and is not lost with it")
    func retained() throws {
        var bench = Bench()
        bench.hear(Self.ready)
        #expect(bench.answers == [.kept])
        #expect(try bench.retained.count == 1)
    }

    @Test("Where another run holds the SDK by now, it hears the word, though the node knew of the retired one alone")
    func otherHolder() throws {
        var bench = Bench()
        bench.hear(Self.initiated)
        let other = RunID(high: 9, low: 10)
        bench.setHolder(other, changes: 1)
        bench.loaded = []
        bench.hear(Self.ready)
        #expect(bench.loaded == [Self.retired, other])
    }

    @Test("What no later run can hear is told as heard by nobody, as if no run held the source")
    func unheard() throws {
        var bench = Bench()
        bench.hear(Self.initiated)
        #expect(bench.answers == [.kept])
        #expect(try bench.retained.isEmpty)
    }
}
