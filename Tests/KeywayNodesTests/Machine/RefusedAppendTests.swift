import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("Appends that a log never takes")
struct RefusedAppendTests {
    private static let device = DeviceID("phone 7")
    private static let run = RunID(high: 1, low: 1)
    private static let reason = "it breaks a rule of the database"

    /// A node over an engine that refuses each append in which there is an event of `refused`.
    private struct Bench {
        var node: NodeMachine
        var engine = MemoryEngine()
        /// The names of the events that the engine never takes.
        var refused: Set<String> = []
        /// Whether the engine does nothing at present: each statement fails, and what became of it is not known.
        var isGone = false
        private(set) var answers: [Asker: [NodeAnswer]] = [:]
        private(set) var orders: [LegOrder] = []
        private(set) var setAside: [RunID: UnfoldedRun] = [:]
        /// How many statements with appends, or with changes of devices that were refused, have come to the engine.
        private(set) var writes = 0
        let flow: RunningFlow
        private let version: FlowVersion
        private var now: Int64 = 1_000
        private var asked: [(statement: EngineStatement, number: UInt64)] = []

        init() throws {
            let loaded = try LoadedFlow(
                """
                flow Checked version 1
                command start, check, rest
                callback ready
                effect test replies right, wrong otherwise wrong within 30s
                source sdk = "SDK" by kind singleton { retained READY => ready }
                final done
                within 20m -> done
                ignore unrecognised
                reject other
                late other
                state idle waits for user { on start -> resting }
                state resting waits for user {
                    on check -> checking
                    on rest stay
                    on ready stay
                    after 2m -> done
                }
                state checking { enter { do test } on right -> done on wrong -> resting }
                """)
            flow = RunningFlow(loaded.table)
            version = FlowVersion(of: flow, annotations: loaded.annotations)
            node = NodeMachine(NodeID(1), serving: [version])
            give(.time)
            answer()
        }

        func event(_ name: String) -> Int { flow.table.event(named: name) ?? -1 }

        mutating func begin(_ run: RunID = RefusedAppendTests.run, asker: UInt64) {
            let new = NewRun(
                run: run, flow: flow, version: version, on: RefusedAppendTests.device,
                command: Command(event("start")), request: "\(run)", salt: 1)
            give(.begin(new, asker: Asker(asker)))
        }

        mutating func ask(_ command: String, asker: UInt64) {
            let input = Input.command(Command(event(command), id: "\(asker)"))
            give(.receive(input, of: RefusedAppendTests.run, asker: Asker(asker)))
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number): asked.append((statement, number))
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                case .perform(let order, _): orders.append(order)
                case .setAside(let run, let reason): setAside[run] = reason
                default: break
                }
            }
        }

        /// The engine answers all that it is asked.
        mutating func answer() {
            while !asked.isEmpty {
                let (statement, number) = asked.removeFirst()
                give(.answered(number, isGone ? .failure(.unknown) : .success(perform(statement))))
            }
        }

        private mutating func perform(_ statement: EngineStatement) -> EngineAnswer {
            switch statement {
            case .append(let appends):
                writes += 1
                let unfit = appends.filter { isRefused($0.records) }
                let others = appends.filter { !isRefused($0.records) }
                guard case .appended(let won, _) = engine.perform(.append(others), of: node.node, at: now) else {
                    return .postponed
                }
                let reasons = unfit.map { ($0.run, AppendRefusal.notTaken(RefusedAppendTests.reason)) }
                return .appended(won, refused: Dictionary(uniqueKeysWithValues: reasons))
            case .changeDevices(let changes) where refused.contains("ready"):
                writes += 1
                let reasons = changes.map { ($0.device, RefusedAppendTests.reason) }
                return .changedDevices([], refused: Dictionary(uniqueKeysWithValues: reasons))
            default: return engine.perform(statement, of: node.node, at: now)
            }
        }

        private func isRefused(_ records: [Record]) -> Bool {
            records.contains { record in
                guard case .event(let told) = record.content else { return false }
                return refused.contains(flow.table.events[told.event].name)
            }
        }

        mutating func passTime(seconds: Int) {
            for _ in 0..<seconds * 10 {
                now += 100
                give(.time)
                answer()
            }
        }
    }

    @Test("Whoever asks for one is told the log's reason, it is not sent again, and the run goes on")
    func command() throws {
        var bench = try Bench()
        bench.begin(asker: 1)
        bench.answer()
        bench.refused = ["rest"]
        bench.ask("rest", asker: 2)
        bench.answer()
        #expect(bench.answers[Asker(2)] == [.notTaken(Self.reason)])
        #expect(bench.setAside == [Self.run: .notTaken(Self.reason)])
        let writes = bench.writes
        bench.passTime(seconds: 30)
        #expect(bench.writes == writes && bench.node.isAtRest)
        bench.ask("check", asker: 3)
        bench.answer()
        #expect(bench.answers[Asker(3)] == [.decided(Self.run, .accepted)] && bench.orders.count == 1)
    }

    @Test("Of inputs that came together only the one at fault is refused")
    func together() throws {
        var bench = try Bench()
        bench.begin(asker: 1)
        bench.answer()
        bench.refused = ["rest"]
        // The first commands keep both connections busy, so the others go together.
        for asker in 2...6 as ClosedRange<UInt64> { bench.ask(asker == 4 ? "rest" : "start", asker: asker) }
        bench.ask("check", asker: 7)
        bench.answer()
        #expect(bench.answers[Asker(4)] == [.notTaken(Self.reason)])
        #expect(bench.answers[Asker(3)] == [.decided(Self.run, .rejected(.notNow))])
        #expect(bench.answers[Asker(7)] == [.decided(Self.run, .accepted)])
        #expect(bench.node.isAtRest)
    }

    @Test("A run whose beginning is refused does not begin, and the same request begins it once it is taken")
    func beginning() throws {
        var bench = try Bench()
        bench.refused = ["start"]
        bench.begin(asker: 1)
        bench.passTime(seconds: 30)
        #expect(bench.answers[Asker(1)] == [.notTaken(Self.reason)] && bench.writes == 1 && bench.node.isAtRest)
        bench.refused = []
        bench.begin(asker: 2)
        bench.answer()
        #expect(bench.answers[Asker(2)] == [.decided(Self.run, .accepted)])
    }

    @Test("An order whose reply is refused ends by its otherwise, at once")
    func reply() throws {
        var bench = try Bench()
        bench.begin(asker: 1)
        bench.ask("check", asker: 2)
        bench.answer()
        bench.refused = ["right"]
        bench.give(.handled(bench.orders[0], reply: NodeInput.Reply(event: bench.event("right")), .returned))
        bench.answer()
        #expect(bench.node.machine(of: Self.run)?.unfinishedOrders.isEmpty == true)
        #expect(bench.setAside == [Self.run: .notTaken(Self.reason)])
        bench.ask("check", asker: 3)
        bench.answer()
        #expect(bench.answers[Asker(3)] == [.decided(Self.run, .accepted)])
    }

    @Test("What the node decides by itself is tried once a minute, and what somebody asks is answered meanwhile")
    func deadline() throws {
        var bench = try Bench()
        bench.begin(asker: 1)
        bench.answer()
        bench.refused = Set(bench.flow.table.events.map(\.name)).subtracting(["rest"])
        bench.passTime(seconds: 121)
        let writes = bench.writes
        bench.passTime(seconds: 300)
        #expect(bench.writes - writes <= 6 && bench.writes - writes >= 4)
        #expect(bench.setAside == [Self.run: .notTaken(Self.reason)])
        // The overdue deadline is decided before the command, in the same append, which is refused for that.
        bench.ask("rest", asker: 2)
        bench.answer()
        #expect(bench.answers[Asker(2)] == [.notTaken(Self.reason)])
        bench.refused = []
        bench.passTime(seconds: 61)
        #expect(bench.node.machine(of: Self.run)?.isEnded == true)
    }

    @Test("Where an earlier copy of the append may come late, whoever asked is told that the outcome is not known")
    func late() throws {
        var bench = try Bench()
        bench.begin(asker: 1)
        bench.answer()
        bench.isGone = true
        bench.ask("rest", asker: 2)
        bench.answer()
        (bench.isGone, bench.refused) = (false, ["rest"])
        bench.passTime(seconds: 5)
        #expect(bench.answers[Asker(2)] == [.outcomeUnknown])
        let isAtRest = bench.node.isAtRest
        #expect(isAtRest)
    }

    @Test("A word that the log does not keep is told to whoever brought it, and not sent again")
    func keptWord() throws {
        var bench = try Bench()
        bench.refused = ["ready"]
        let callback = RawValue.object(["kind": .text("READY")])
        let word = DeviceWord(callback, readBy: bench.flow, of: bench.flow.table.singletons(saying: callback))
        for asker in 1...3 as ClosedRange<UInt64> {
            bench.give(.hearDevice(word, Self.device, asker: Asker(asker)))
        }
        bench.passTime(seconds: 30)
        for asker in 1...3 as ClosedRange<UInt64> {
            #expect(bench.answers[Asker(asker)] == [.notTaken(Self.reason)])
        }
        #expect(bench.writes <= 4)
        let isAtRest = bench.node.isAtRest
        #expect(isAtRest)
    }
}
