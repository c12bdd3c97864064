import FlowConformance
import FlowFixtures
import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywaySuites
import KeywayTesting
import Testing

/// The corpus is files by which reducers in other languages are tested. It says what our own reducers do, and each of these plays every
/// file of it.
@Suite("The conformance corpus")
struct CorpusTests {
    /// The readable switches, by the names of their flows.
    private static let switches = Dictionary(
        uniqueKeysWithValues: GeneratedFlowTests.switches.map { (GeneratedFlowTests.flow(of: $0.type), $0.type) })

    private static func subjects(for flow: LoadedFlow) -> [(name: String, subject: any CorpusSubject)] {
        [
            ("interpreter", InterpretedSubject(flow.machine, flow.table)), ("table", TableSubject(table: flow.table)),
            ("switch", switched(flow.table)),
        ]
    }

    fileprivate static func switched(_ table: Table) -> any CorpusSubject {
        func subject<Switch: ReadableSwitch>(_: Switch.Type) -> any CorpusSubject { SwitchedSubject<Switch>() }
        guard let type = switches[table.name] else { preconditionFailure("add \(table.name) to 'switches'") }
        return subject(type)
    }

    /// The lines of the walks of each shipped flow.
    private static let walks = Result {
        try ShippedFlows.all().map { flow in
            (flow: flow, lines: CellWalks(of: flow.machine, flow.table).lines.map(\.text))
        }
    }

    @Test("Interpreter, table and switch come to every record of every shipped transcript")
    func transcripts() throws {
        for path in ShippedFlows.transcripts {
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            let flow = try ShippedFlows.named(#require(transcript.header).flow)
            let played = try PlayedTranscript(
                transcript.bind(to: flow.table), of: flow.machine, flow.table, annotations: flow.annotations)
            #expect(played.problems.isEmpty && played.lines.count > 1, "\(path)")
            for (name, subject) in Self.subjects(for: flow) {
                let play = CorpusPlay(played.lines.text, against: subject)
                #expect(play.differences == [], "\(name): \(path)")
                #expect(play.decided > 0, "\(name): \(path)")
            }
        }
    }

    @Test("A run, and a sub-flow's leg, begins with what is chosen for its parameters")
    func parameters() throws {
        let door = """
            flow Door version 1
            param tries: int 1...5 = 3
            param patience: duration 5s...60s = 15s
            context { left: int 0...5 = tries }
            command knock, cancel
            final shut
            within 10m -> shut
            on cancel -> shut
            state closed waits for user {
              on knock when left > 1 -> waiting { left -= 1 }
              on knock otherwise -> shut
            }
            state waiting { after patience -> closed reject knock }
            """
        let house = """
            flow House version 1
            param patience: duration 10s...20s = 10s
            command go, cancel
            final outside
            within 1h -> outside
            on cancel -> outside
            state street waits for user { on go -> atDoor }
            state atDoor {
              child door = Door(patience: patience, tries: 2)
              enter { run door.knock }
              on door.shut -> outside
              reject go
            }
            """
        let flow = try LoadedFlow(house, among: ["Door": door])
        let text = """
            {"transcript": 1, "flow": "House", "parameters": {"patience": 20}}
            {"at": 1, "command": "go"}
            {"at": 25, "command": "door.knock"}

            """
        let transcript = Transcript.read(Array(text.utf8), path: "house.jsonl")
        let played = try PlayedTranscript(
            transcript.bind(to: flow.table), of: flow.machine, flow.table, annotations: flow.annotations)
        #expect(played.lines.text.contains("outside"), "after its one try the door stays shut")
        for subject: any CorpusSubject in [
            InterpretedSubject(flow.machine, flow.table), TableSubject(table: flow.table),
        ] {
            let play = CorpusPlay(played.lines.text, against: subject)
            #expect(play.differences == [] && play.decided > 2)
        }
    }

    @Test("Each restart withholds what no log keeps, also where no record stands between two restarts")
    func restarts() throws {
        let call = """
            flow Call version 1
            type Phone = text(1...20) personal
            context { phone: Phone? }
            command start(phone: Phone), go, cancel
            effect show(phone: Phone?)
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user {
              on start -> ready { keep phone }
              on restored when withValues -> idle
              on restored when not withValues -> idle { phone = nil }
            }
            state ready waits for user { on go -> done { do show(phone) } }
            """
        let flow = try LoadedFlow(call)
        let text = """
            {"transcript": 1, "flow": "Call"}
            {"at": 0, "command": "start", "with": {"phone": "123"}}
            {"at": 1, "restart": 1, "withValues": true}
            {"at": 3, "restart": 1}
            {"at": 5, "command": "go"}

            """
        let transcript = Transcript.read(Array(text.utf8), path: "call.jsonl")
        let played = try PlayedTranscript(
            transcript.bind(to: flow.table), of: flow.machine, flow.table, annotations: flow.annotations)
        #expect(played.lines.filter { $0.text.contains(#""given": true"#) }.count == 1, "nothing is gone with values")
        let gone = #""effect": "show", "with": {"phone": {"withheld": true}}"#
        #expect(played.lines.contains { $0.text.contains(gone) })
    }

    @Test("Interpreter, table and switch agree on every walk; the walks come to every cell, and are always the same")
    func walks() throws {
        for flow in try ShippedFlows.all() {
            let walks = CellWalks(of: flow.machine, flow.table)
            let text = walks.lines.text
            #expect(text == CellWalks(of: flow.machine, flow.table).lines.text)
            #expect(try Self.cells(in: text).count == walks.cells, "\(flow.table.name)")
            for (name, subject) in Self.subjects(for: flow) {
                let play = CorpusPlay(text, against: subject)
                #expect(play.differences == [], "\(name): \(flow.table.name)")
                // A switch refuses values that the rules prove never to come.
                let least = name == "switch" ? walks.cells / 2 : walks.cells
                #expect(play.decided > least, "\(name): \(flow.table.name)")
            }
        }
    }

    @Test("Every way in which a command is decided, with the lowest values and the highest, is in some walk")
    func ways() throws {
        for (flow, lines) in try Self.walks.get() {
            let shown = try Self.ways(in: lines.joined(separator: "\n"))
            let interpreter = Interpreter(flow.machine)
            for state in flow.table.states.indices {
                for event in flow.table.events.indices where flow.table.events[event].origin == .command {
                    for unasked in UnaskedValues.allCases {
                        var run = BusyRun.run(in: state, unasked.values(of: flow.table), of: flow.table)
                        let step = interpreter.step(
                            &run, Event(event, fields: flow.table.events[event].fields.map { _ in nil }),
                            at: BusyRun.now, sequence: BusyRun.sequence)
                        let (before, after) = (flow.table.states[state].name, flow.table.states[run.state].name)
                        let way = "\(before) \(event) \(step.disposition) \(after)"
                        #expect(shown.contains(way), "\(flow.table.name): \(way)")
                    }
                }
            }
        }
    }

    @Test("A callback of a singleton source comes without a stamp, one of a stamped source with each")
    func stamps() throws {
        // Whether the source is stamped, of all callbacks that were met.
        var met: Set<Bool> = []
        for (flow, lines) in try Self.walks.get() {
            var stamps: [Bool: Set<String>] = [:]
            for line in lines {
                guard case .object(let members) = try JSONReader.value(of: line.utf8),
                    case .integer(let position)? = members["position"], case .text(let stamp)? = members["stamp"]
                else { continue }
                stamps[flow.table.tellsAttempts(of: Int(position)), default: []].insert(stamp)
            }
            #expect([nil, ["unknown"]].contains(stamps[false]), "\(flow.table.name)")
            #expect([nil, ["unknown", "current", "stale"]].contains(stamps[true]), "\(flow.table.name)")
            met.formUnion(stamps.keys)
        }
        #expect(met == [false, true])
    }

    @Test("What no row decides means what the page of a corpus says, and moves no run")
    func undecided() throws {
        var met: Set<String> = []
        for (flow, lines) in try Self.walks.get() {
            let table = flow.table
            var before = ""
            for line in lines {
                guard case .object(let members) = try JSONReader.value(of: line.utf8),
                    case .text(let after)? = members["state"]
                else { continue }
                defer { before = after }
                guard case .integer(let place)? = members["position"], case .text(let name)? = members["disposition"],
                    let state = table.states.firstIndex(where: { $0.name == before })
                else { continue }
                let isStale = members["stamp"] == .text("stale") || members["answered"] == .bool(false)
                let origin = isStale ? .stale(of: Int(place)) : table.events[Int(place)].origin
                let column = isStale ? table.events.firstIndex { $0.origin == origin } : Int(place)
                let isDecided = column.map { table.cells[state * table.events.count + $0] != nil } ?? false
                guard !isDecided || table.states[state].isFinal else { continue }
                let meaning = Self.meaning(of: origin, isOver: table.states[state].isFinal)
                #expect(name == meaning && after == before, "\(table.name): \(line)")
                let orders = [members["effects"], members["changes"]]
                #expect(orders == [.list([]), .list([])], "\(table.name): \(line)")
                met.insert(name)
            }
        }
        #expect(met == ["rejected", "unrecognised", "ignored", "late", "stale"])
    }

    /// What the page of a corpus says of an event that no row decides.
    private static func meaning(of origin: EventSignature.Origin, isOver: Bool) -> String {
        switch origin {
        case .command: "rejected"
        case .unrecognised: "unrecognised"
        case .stale: isOver ? "late" : "stale"
        case .timer, .restored: isOver ? "late" : "ignored"
        case .callback, .reply, .lane, .child: "late"
        }
    }

    /// How each event is decided in each state and where that leads, as a reader of the lines finds it.
    private static func ways(in text: String) throws -> Set<String> {
        var ways: Set<String> = []
        var state = ""
        for line in text.split(separator: "\n") {
            guard case .object(let members) = try JSONReader.value(of: line.utf8),
                case .text(let next)? = members["state"]
            else { continue }
            if case .integer(let position)? = members["position"], case .text(let disposition)? = members["disposition"]
            {
                ways.insert("\(state) \(position) \(disposition) \(next)")
            }
            state = next
        }
        return ways
    }

    /// The cells that the walks come to, as a reader of the lines finds them.
    private static func cells(in text: String) throws -> Set<String> {
        var cells: Set<String> = []
        var state = ""
        for line in text.split(separator: "\n") {
            guard case .object(let members) = try JSONReader.value(of: line.utf8),
                case .text(let next)? = members["state"]
            else { continue }
            if case .integer(let position)? = members["position"] { cells.insert("\(state) \(position)") }
            state = next
        }
        return cells
    }

    @Test("A changed value, order or deadline is found by interpreter, table and switch, at its line")
    func changed() throws {
        let flow = try ShippedFlows.named("OTPlessSNA")
        let lines = CellWalks(of: flow.machine, flow.table).lines.map(\.text)
        let changes = [
            (#""disposition": "taken""#, #""disposition": "stayed""#), (#""state": "running""#, #""state": "closing""#),
            (#""effect": "begin""#, #""effect": "stop""#), (#""due": 30"#, #""due": 31"#),
            (#""attempt": 0"#, #""attempt": 1"#),
        ]
        for (old, new) in changes {
            let place = try #require(lines.firstIndex { $0.contains(old) && $0.contains(#""event""#) }, "\(old)")
            var changed = lines
            changed[place] = changed[place].changingFirst(old, to: new)
            for (name, subject) in Self.subjects(for: flow) {
                let differences = CorpusPlay(changed.joined(separator: "\n"), against: subject).differences
                #expect(differences.map(\.line) == [place + 1], "\(name): \(new)")
            }
        }
    }

    @Test("A line that cannot be read is found, and its error names the member that is wrong")
    func unreadable() throws {
        let flow = try ShippedFlows.named("OTPlessSNA")
        let lines = CellWalks(of: flow.machine, flow.table).lines.map(\.text)
        for name in ["state", "context", "timers", "open", "running"] {
            let line = try #require(lines.first { $0.contains(#""given": true"#) })
            let changed = line.changingFirst("\"\(name)\": ", to: "\"other\": ")
            let differences = CorpusPlay(changed, against: TableSubject(table: flow.table)).differences
            #expect(differences.first?.made.contains("(what: \"\(name)\")") == true, "\(name): \(differences)")
        }
        let line = try #require(lines.first { $0.contains(#""event""#) && $0.contains(#""with": {}"#) })
        let changed = line.changingFirst(#""with": {}"#, to: #""with": []"#)
        let differences = CorpusPlay(changed, against: TableSubject(table: flow.table)).differences
        #expect(differences.first?.made.contains(#"(what: "with")"#) == true, "\(differences)")
    }
}

/// The interpreter, which decides events straight from a spec's rows.
private struct InterpretedSubject: CorpusSubject {
    let machine: Machine
    let table: Table
    private let interpreter: Interpreter

    init(_ machine: Machine, _ table: Table) {
        self.machine = machine
        self.table = table
        interpreter = Interpreter(machine)
    }

    func begin(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> InitialStep? {
        interpreter.beginning(at: now, sequence: sequence, parameters: parameters)
    }

    func decide(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> CorpusLine.Decision? {
        CorpusLine.Decision(interpreter.step(&run, event, at: now, sequence: sequence))
    }

    func child(_ position: Int) -> any CorpusSubject {
        guard let flow = machine.children[position].flow else { return self }
        return InterpretedSubject(flow.machine, table.children[position].table)
    }
}

/// The table of a flow, by which apps run it.
private struct TableSubject: CorpusSubject {
    let table: Table

    func begin(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> InitialStep? {
        table.beginning(at: now, sequence: sequence, parameters: parameters)
    }

    func decide(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> CorpusLine.Decision? {
        CorpusLine.Decision(table.reduce(&run, event, at: now, sequence: sequence))
    }

    func child(_ position: Int) -> any CorpusSubject { TableSubject(table: table.children[position].table) }
}

/// The generated readable switch, which does not decide how a run begins, nor what a sub-flow begins with.
private struct SwitchedSubject<Switch: ReadableSwitch>: CorpusSubject {
    var table: Table { Switch.Decided.table }

    func begin(at _: Instant, sequence _: UInt64, parameters _: [Int: Value]) -> InitialStep? { nil }

    func decide(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> CorpusLine.Decision? {
        var decided = run
        let changes = table.reduce(&decided, event, at: now, sequence: sequence).scopeChanges
        guard let step = try? Switch.step(&run, event, at: now, sequence: sequence) else { return nil }
        return CorpusLine.Decision(
            disposition: step.disposition, stamp: step.stamp, orders: step.orders, changes: changes)
    }

    func child(_ position: Int) -> any CorpusSubject { CorpusTests.switched(table.children[position].table) }
}
