import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

/// A run records only so many steps that change nothing. What is decided without a record is answered only once the log has been asked
/// whether the run has gone on.
@Suite("Words that nodes decide without a record")
struct UnrecordedWordTests {
    private static let device = DeviceID("phone 7")

    /// Two nodes over one engine, which answers at once.
    private struct Pair {
        var nodes: [NodeMachine]
        var engine = MemoryEngine()
        var now: Int64 = 1_000
        var answers: [Asker: [NodeAnswer]] = [:]
        let flow: RunningFlow
        private let version: FlowVersion

        init(serving loaded: LoadedFlow) {
            let flow = RunningFlow(loaded.table)
            let version = FlowVersion(of: flow, annotations: loaded.annotations)
            (self.flow, self.version) = (flow, version)
            nodes = [1, 2].map { NodeMachine(NodeID($0), serving: [version]) }
            for place in nodes.indices { give(.time, to: place) }
        }

        mutating func give(_ input: NodeInput, to place: Int) {
            var inputs = [input]
            while !inputs.isEmpty {
                var outputs: [NodeOutput] = []
                _ = nodes[place].receive(inputs.removeFirst(), at: now, into: &outputs)
                for output in outputs {
                    switch output {
                    case .send(let statement, let number):
                        let answer = engine.perform(statement, of: nodes[place].node, at: now)
                        inputs.append(.answered(number, .success(answer)))
                    case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                    default: break
                    }
                }
            }
        }

        mutating func begin(_ run: RunID, with command: String, asker: UInt64, at place: Int = 0) {
            let new = NewRun(
                run: run, flow: flow, version: version, on: UnrecordedWordTests.device, command: self.command(command),
                request: "\(run)", salt: 1)
            give(.begin(new, asker: Asker(asker)), to: place)
        }

        mutating func ask(_ command: String, of run: RunID, asker: UInt64, at place: Int) {
            var asked = self.command(command)
            asked.id = command
            give(.receive(.command(asked), of: run, asker: Asker(asker)), to: place)
        }

        private func command(_ name: String) -> Command { Command(flow.table.event(named: name) ?? -1) }

        /// The name of the state in which the log has the run.
        func state(of run: RunID) -> String? {
            nodes.compactMap { $0.machine(of: run) }.max { $0.nextSequence < $1.nextSequence }.map { machine in
                flow.table.states[machine.state.state].name
            }
        }

        /// Why each event of the run came that is on record.
        func causes(of run: RunID) -> [Cause] {
            (engine.blocks[run] ?? []).flatMap(\.stored.records).compactMap(\.event?.cause)
        }

        /// The device's row as the log has it.
        var row: DeviceState {
            get throws { try DeviceState(#require(engine.devices[UnrecordedWordTests.device]).bytes) }
        }

        /// Moves the clock, so that the pauses end in which the first node waits.
        mutating func passTime() {
            for _ in 0..<5 {
                now += 100
                give(.time, to: 0)
            }
        }
    }

    /// A flow that reads one callback in each state: only in `calling` the callback ends the run.
    private static func told(retaining: Bool = true) throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow Told version 1
            command greet, start, rest
            callback ready
            effect call calls SDK.call
            source sdk = "SDK" by kind singleton { \(retaining ? "retained " : "")READY => ready }
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on greet stay on start -> calling on ready stay }
            state calling waits for user { enter { do call } on ready -> done on rest -> resting }
            state resting waits for user { on ready stay }
            """)
    }

    @Test("A run that is over and takes no more identities keeps no word from the device's row")
    func manyIdentities() throws {
        var pair = Pair(serving: try Self.told())
        let run = RunID(high: 1, low: 1)
        pair.begin(run, with: "start", asker: 1)
        let ready = RawValue.object(["kind": .text("READY")])
        for number in 2...1_100 as ClosedRange<UInt64> {
            let sources = pair.flow.table.singletons(saying: ready)
            let word = DeviceWord(ready, readBy: pair.flow, of: sources, id: "w\(number)")
            pair.give(.hearDevice(word, Self.device, asker: Asker(number)), to: 0)
        }
        #expect(pair.state(of: run) == "done")
        #expect(pair.answers[Asker(2)] == [.decided(run, nil)] && pair.answers[Asker(1_000)] == [.decided(run, nil)])
        #expect(pair.answers[Asker(1_100)] == [.kept])
        #expect(try pair.row.number(ofDelivery: "w1100") != nil)
    }

    /// A flow that a callback leads from `calling` to `resting`, and a command back, so that the SDK is called again.
    private static func calling() throws -> LoadedFlow {
        try LoadedFlow(
            """
            flow Calling version 1
            command start, again
            callback ready
            effect call calls SDK.call
            source sdk = "SDK" by kind singleton { retained READY => ready }
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> calling on ready stay }
            state calling waits for user { enter { do call } on ready -> resting }
            state resting waits for user { on again -> calling on ready stay }
            """)
    }

    private static let ready: RawValue = .object(["kind": .text("READY")])
    /// The askers of 70 callbacks: more than the 64 that get a record though they change nothing.
    private static let many: ClosedRange<UInt64> = 101...170

    @Test("A word that an old copy of its run would leave without a record is decided on the run as the log has it")
    func oldCopy() throws {
        var pair = try Pair(serving: Self.told())
        let run = RunID(high: 1, low: 1)
        pair.begin(run, with: "greet", asker: 1)
        let word = DeviceWord(Self.ready, readBy: pair.flow)
        for number in Self.many { pair.give(.hear(word, of: run, asker: Asker(number)), to: 0) }
        pair.ask("start", of: run, asker: 2, at: 1)
        #expect(pair.answers[Asker(2)] == [.decided(run, .accepted)])
        pair.give(.hear(word, of: run, asker: Asker(3)), to: 0)
        pair.passTime()
        #expect(pair.nodes[0].machine(of: run)?.isEnded == true)
        #expect(pair.answers[Asker(3)] == [.decided(run, nil)])
    }

    @Test("A word whose identity is a command's is refused, and nothing of it is kept for later runs")
    func refused() throws {
        var pair = try Pair(serving: Self.told())
        let run = RunID(high: 1, low: 1)
        pair.begin(run, with: "greet", asker: 1)
        pair.ask("start", of: run, asker: 2, at: 0)
        let word = DeviceWord(Self.ready, readBy: pair.flow, id: "start")
        pair.give(.hear(word, of: run, asker: Asker(3)), to: 0)
        #expect(pair.answers[Asker(3)] == [.refused(.identityInUse("start"))])
        #expect(try DeviceState(#require(pair.engine.devices[Self.device]).bytes).retained.words.isEmpty)
    }

    @Test(
        "A word that is delivered again is not kept again, so that the next call of the SDK does not bring it anew",
        arguments: [true, false], [["w", "w"], ["w", "v", "w"]])
    func again(isOfDevice: Bool, deliveries: [String]) throws {
        var pair = try Pair(serving: Self.calling())
        let run = RunID(high: 1, low: 1)
        pair.begin(run, with: "start", asker: 9)
        let sources = isOfDevice ? pair.flow.table.singletons(saying: Self.ready) : []
        for (number, id) in deliveries.enumerated() {
            let (word, asker) = (DeviceWord(Self.ready, readBy: pair.flow, of: sources, id: id), Asker(UInt64(number)))
            pair.give(
                isOfDevice ? .hearDevice(word, Self.device, asker: asker) : .hear(word, of: run, asker: asker), to: 0)
            pair.passTime()
            #expect(pair.answers[asker] == [.decided(run, nil)])
        }
        pair.ask("again", of: run, asker: 10, at: 0)
        pair.passTime()
        #expect(pair.answers[Asker(10)] == [.decided(run, .accepted)])
        #expect(pair.state(of: run) == "calling")
        let words = Set(deliveries).count
        #expect(pair.causes(of: run) == [.asked] + Array(repeating: .heard, count: words) + [.asked])
        #expect(try pair.row.retained.words.map(\.number) == [UInt64(words)])
    }

    @Test("A word that was kept under its identity before any run began stays the word that a later run has heard")
    func keptBefore() throws {
        var pair = try Pair(serving: Self.calling())
        let run = RunID(high: 1, low: 1)
        let sources = pair.flow.table.singletons(saying: Self.ready)
        let word = DeviceWord(Self.ready, readBy: pair.flow, of: sources, id: "w")
        for asker in 2...3 as ClosedRange<UInt64> {
            pair.give(.hearDevice(word, Self.device, asker: Asker(asker)), to: 0)
            #expect(pair.answers[Asker(asker)] == [.kept])
        }
        pair.begin(run, with: "start", asker: 1)
        for (place, asker) in [(0, 4), (1, 5), (0, 6)] as [(Int, UInt64)] {
            pair.give(.hearDevice(word, Self.device, asker: Asker(asker)), to: place)
            pair.passTime()
            #expect(pair.answers[Asker(asker)] == [.decided(run, nil)])
        }
        #expect(pair.state(of: run) == "calling")
        #expect(pair.causes(of: run) == [.retained, .asked])
        #expect(try pair.row.retained.words.map(\.number) == [1])
    }

    @Test("A word that its former holder knows is told to the run that holds the source by now")
    func knownToFormer() throws {
        var pair = try Pair(serving: Self.told(retaining: false))
        let (former, present) = (RunID(high: 1, low: 1), RunID(high: 1, low: 2))
        let word = DeviceWord(
            Self.ready, readBy: pair.flow, of: pair.flow.table.singletons(saying: Self.ready), id: "w")
        pair.begin(former, with: "start", asker: 1)
        pair.ask("rest", of: former, asker: 2, at: 0)
        pair.give(.hearDevice(word, Self.device, asker: Asker(3)), to: 0)
        #expect(pair.answers[Asker(3)] == [.decided(former, nil)])
        pair.begin(present, with: "start", asker: 4, at: 1)
        // The first node still has the row in memory as it was.
        pair.give(.hearDevice(word, Self.device, asker: Asker(5)), to: 0)
        pair.passTime()
        #expect(pair.answers[Asker(5)] == [.decided(present, nil)])
        #expect(pair.state(of: present) == "done")
    }

    @Test(
        "A word that a former holder would leave without a record is told to the run that holds the source by now",
        arguments: [true, false])
    func formerHolder(isRetained: Bool) throws {
        var pair = try Pair(serving: Self.told(retaining: isRetained))
        let (former, present) = (RunID(high: 1, low: 1), RunID(high: 1, low: 2))
        pair.begin(former, with: "start", asker: 1)
        pair.ask("rest", of: former, asker: 2, at: 0)
        let word = DeviceWord(Self.ready, readBy: pair.flow, of: pair.flow.table.singletons(saying: Self.ready))
        for number in Self.many { pair.give(.hearDevice(word, Self.device, asker: Asker(number)), to: 0) }
        #expect(pair.answers[Asker(Self.many.upperBound)] == [.decided(former, nil)])
        pair.begin(present, with: "start", asker: 3, at: 1)
        pair.give(.hearDevice(word, Self.device, asker: Asker(4)), to: 0)
        pair.passTime()
        #expect(pair.nodes[0].machine(of: present)?.isEnded == true)
        #expect(pair.answers[Asker(4)] == [.decided(present, nil)])
    }
}
