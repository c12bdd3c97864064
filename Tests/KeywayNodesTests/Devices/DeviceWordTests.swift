import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("What nodes keep of a word for later runs")
struct DeviceWordTests {
    private static let device = DeviceID("phone 7")

    /// A flow that reads a source by this row. The two flows of the tests read different parts of one callback.
    private static func flow(_ name: String, _ event: String, _ row: String) throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow \(name) version 1
            command start, cancel
            callback \(event)
            effect call calls SDK.call
            source sdk = "SDK" by kind singleton { \(row) }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> calling on ready stay }
            state calling waits for user { enter { do call } on ready stay }
            """)
    }

    private static func front() throws -> LoadedFlow {
        try flow("Front", "ready", "retained READY when data.token present => ready")
    }

    private static func back() throws -> LoadedFlow {
        try flow("Back", "ready(speed: int 0...9)", "retained READY when code == 200 => ready(speed: data.speed)")
    }

    private static let callback: RawValue = .object([
        "kind": .text("READY"), "code": .integer(200),
        "data": .object(["token": .text("CANARY"), "speed": .integer(3)]),
    ])

    /// The callback with no more than both flows need: of the token only that it is there.
    private static let kept: RawValue = .object([
        "kind": .text("READY"), "code": .integer(200),
        "data": .object(["token": .bool(true), "speed": .integer(3)]),
    ])

    @Test("No byte that the log keeps of a device tells a value that a source's row only asks to be present")
    func secrecy() throws {
        let flow = RunningFlow(try Self.front().table)
        let word = DeviceWord(Self.callback, readBy: flow)
        var state = DeviceState()
        let number = state.retain(word.kept.callback, as: word.kept.kinds)
        #expect(number == 1)
        #expect(state.bytes.contains(Array("token".utf8)))
        #expect(!state.bytes.contains(Array("CANARY".utf8)))
    }

    @Test(
        "A device's row has the identities of the words that it keeps, and no byte for words without an identity"
    )
    func identities() throws {
        let flow = RunningFlow(try Self.front().table)
        let word = DeviceWord(Self.callback, readBy: flow)
        var state = DeviceState()
        _ = state.retain(word.kept.callback, as: word.kept.kinds)
        let former = state.bytes
        #expect(try DeviceState(former).number(ofDelivery: "w") == nil)
        #expect(state.retain(word.kept.callback, as: word.kept.kinds, deliveredAs: "w") == 2)
        let read = try DeviceState(state.bytes)
        #expect(read.number(ofDelivery: "w") == 2 && read.number(ofDelivery: "v") == nil)
        // It is kept under its identity already.
        var again = read
        #expect(again.retain(word.kept.callback, as: word.kept.kinds, deliveredAs: "w") == 2)
        #expect(again.bytes == state.bytes)
        // A later word of the kind takes its place, and the identity goes with it.
        #expect(again.retain(word.kept.callback, as: word.kept.kinds) == 3)
        #expect(again.number(ofDelivery: "w") == nil && again.bytes.count == former.count)
    }

    @Test("Of a word that its holder hears all is kept that the holder's flow reads, and the flow that it came by")
    func held() throws {
        let front = RunningFlow(try Self.front().table)
        let loaded = try Self.back()
        let back = RunningFlow(loaded.table)
        let run = RunID(high: 1, low: 1)
        let sources = back.table.singletons(saying: Self.callback)
        let (machine, _) = RunMachine.begin(
            run, of: back, version: FlowVersion(of: back, annotations: loaded.annotations), kind: .live, salt: 1,
            at: Instant(milliseconds: 0))
        var state = DeviceState()
        state.holders = sources.map { DeviceState.Holder(source: $0, run: run) }
        var proposal = Proposal(
            id: AppendID(node: NodeID(1), number: 1), machine: machine, on: DeviceDraft(Self.device, (0, state)))
        let word = DeviceWord(Self.callback, readBy: front, of: sources)
        let isHeard = try proposal.decide(
            WaitingInput(word, of: Self.device), word, at: Instant(milliseconds: 5))
        #expect(isHeard)
        let retained = try #require(proposal.draft).state.retained.words.map(\.callback)
        #expect(retained == [Self.kept])
        #expect(back.table.decode(Self.kept) == back.table.decode(Self.callback))
        #expect(front.table.decode(Self.kept) == front.table.decode(Self.callback))
    }

    @Test("A word that the run knows by its identity is not kept again beside what else is decided")
    func known() throws {
        let loaded = try Self.front()
        let flow = RunningFlow(loaded.table)
        let (machine, _) = RunMachine.begin(
            RunID(high: 1, low: 1), of: flow, version: FlowVersion(of: flow, annotations: loaded.annotations),
            kind: .live, salt: 1, at: Instant(milliseconds: 0))
        var proposal = Proposal(
            id: AppendID(node: NodeID(1), number: 1), machine: machine,
            on: DeviceDraft(Self.device, (0, DeviceState())))
        for id in ["w", "v", "w"] {
            let word = DeviceWord(Self.callback, readBy: flow, id: id)
            let isHeard = try proposal.decide(WaitingInput(word), word, at: Instant(milliseconds: 5))
            #expect(isHeard)
        }
        let heard = proposal.records.compactMap { record in
            if case .event(let told) = record.content { told.inputID } else { nil }
        }
        #expect(heard == ["w", "v"])
        #expect(try #require(proposal.draft).state.retained.words.map(\.number) == [2])
    }

    @Test("Of a word that nobody hears all is kept that the flows read which the node serves")
    func unheld() throws {
        let flows = try [Self.front(), Self.back()].map { loaded in
            let flow = RunningFlow(loaded.table)
            return (flow: flow, version: FlowVersion(of: flow, annotations: loaded.annotations))
        }
        var node = NodeMachine(NodeID(1), serving: flows.map(\.version))
        var engine = MemoryEngine()
        let sources = flows[0].flow.table.singletons(saying: Self.callback)
        let word = DeviceWord(Self.callback, readBy: flows[0].flow, of: sources)
        var answers: [NodeAnswer] = []
        for input in [NodeInput.time, .hearDevice(word, Self.device, asker: Asker(1))] {
            var inputs = [input]
            while !inputs.isEmpty {
                var outputs: [NodeOutput] = []
                _ = node.receive(inputs.removeFirst(), at: 1_000, into: &outputs)
                for output in outputs {
                    switch output {
                    case .send(let statement, let number):
                        inputs.append(
                            .answered(number, .success(engine.perform(statement, of: node.node, at: 1_000))))
                    case .answer(_, let answer): answers.append(answer)
                    default: break
                    }
                }
            }
        }
        #expect(answers == [.kept])
        let row = try DeviceState(#require(engine.devices[Self.device]).bytes)
        #expect(row.retained.words.map(\.callback) == [Self.kept])
    }
}
