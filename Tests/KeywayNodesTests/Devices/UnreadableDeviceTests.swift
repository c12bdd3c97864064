import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows
import Testing

@testable import KeywayNodes

/// A row of a later version of Keyway, as while the nodes of a log are replaced one by one, or a damaged one.
@Suite("A device whose row cannot be read")
struct UnreadableDeviceTests {
    private static let device = DeviceID("phone 7")
    private static let run = RunID(high: 9, low: 9)
    private static let (version, flow) = FlowVersion.shared(for: OTPlessSNA.self)
    private static let unreadable: [UInt8] = [9, 0xff, 0xff]
    private static let start = flow.table.events.firstIndex { $0.name == "start" } ?? 0

    /// A node over an engine that answers at once.
    private struct Bench {
        var node = NodeMachine(NodeID(1), serving: [version])
        var engine = MemoryEngine()
        var now: Int64 = 1_000
        var answers: [Asker: [NodeAnswer]] = [:]
        /// How often the engine was asked for rows of devices.
        var readings = 0
        var orders: [LegOrder] = []

        init() {
            _ = engine.perform(.devices([device]), of: NodeID(2), at: 0)
            give(.time)
        }

        /// Changes the row of the device, as another node does.
        mutating func setRow(_ bytes: [UInt8]) {
            let change = DeviceChange(device, expecting: engine.devices[device]?.version ?? 0, bytes: bytes)
            _ = engine.perform(.changeDevices([change]), of: NodeID(2), at: now)
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number):
                    if case .devices = statement { readings += 1 }
                    // A node that asks without end would never come back from here.
                    guard readings < 100 else { return }
                    give(.answered(number, .success(engine.perform(statement, of: node.node, at: now))))
                case .perform(let order, _): orders.append(order)
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                default: break
                }
            }
        }

        mutating func begin(asker: UInt64) {
            let start = Command(UnreadableDeviceTests.start, fields: [.text("ARID_1")])
            let new = NewRun(run: run, flow: flow, version: version, on: device, command: start, request: "r", salt: 1)
            give(.begin(new, asker: Asker(asker)))
        }

        mutating func hear(asker: UInt64) {
            let ready: RawValue = .object(["responseType": .text("SDK_READY"), "statusCode": .integer(200)])
            let word = DeviceWord(ready, readBy: flow, of: flow.table.singletons(saying: ready))
            give(.hearDevice(word, device, asker: Asker(asker)))
        }
    }

    @Test("Whoever begins a run on it or brings its word is told, and it is read only when it is asked for")
    func told() {
        var bench = Bench()
        bench.setRow(Self.unreadable)
        bench.begin(asker: 1)
        bench.hear(asker: 2)
        #expect(bench.answers[Asker(1)] == [.unreadableDevice(Self.device)])
        #expect(bench.answers[Asker(2)] == [.unreadableDevice(Self.device)])
        #expect(bench.engine.blocks.isEmpty && bench.readings == 2)
        for _ in 0..<100 {
            bench.now += 100
            bench.give(.time)
        }
        #expect(bench.readings == 2 && bench.node.isAtRest)
        bench.setRow(DeviceState().bytes)
        bench.begin(asker: 3)
        #expect(bench.answers[Asker(3)] == [.decided(Self.run, .accepted)])
    }

    @Test("A run that plays on it keeps what nobody waits for, and decides it once the row can be read")
    func kept() throws {
        var bench = Bench()
        bench.begin(asker: 1)
        let order = try #require(bench.orders.first)
        let row = try #require(bench.engine.devices[Self.device])
        bench.setRow(Self.unreadable)
        // The node learns that another node has changed the device only when it appends.
        let records = bench.engine.blocks[Self.run]?.count
        bench.hear(asker: 2)
        bench.give(.handled(order, reply: nil, .failed))
        for _ in 0..<100 {
            bench.now += 100
            bench.give(.time)
        }
        let read = bench.readings
        #expect(read < 40, "\(read) readings in ten seconds")
        bench.setRow(row.bytes)
        for _ in 0..<20 {
            bench.now += 100
            bench.give(.time)
        }
        #expect(bench.engine.blocks[Self.run]?.count != records)
        #expect(bench.node.isAtRest)
    }
}
