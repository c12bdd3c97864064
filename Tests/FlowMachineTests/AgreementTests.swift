import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayPacked
import TestThreads
import Testing

/// The interpreter and the table decide by separate code, and must decide alike.
@Suite("The interpreter and the table", .longComputation)
struct AgreementTests {
    /// What was compared, and where the two parted.
    struct Comparison {
        var cells = 0
        /// How many arrivals were compared, each with values by which guards tell it from others.
        var witnesses = 0
        var differences: [String] = []
    }

    /// Compares every cell with every witness of its guards: an event with values, and a run's values, that a guard tells from others.
    /// Every timer is armed and every effect open.
    static func compare(_ agreement: Agreement) -> Comparison {
        let machine = agreement.machine
        var comparison = Comparison()
        if let difference = agreement.begin(at: Instant(milliseconds: 5)).difference {
            comparison.differences.append(difference)
        }
        let decided = machine.events.filter { if case .stale = $0.signature.origin { false } else { true } }
        comparison.cells = machine.states.count * decided.count
        for arrival in Arrival.all(at: machine) {
            comparison.witnesses += 1
            var run = arrival.run
            let now = Instant(milliseconds: 700)
            if let difference = agreement.step(&run, arrival.event, at: now, sequence: 9).difference {
                comparison.differences.append("\(arrival): \(difference)")
            }
        }
        return comparison
    }

    @Test("Interpreter and table agree on every cell and every guard witness of every shipped flow")
    func shippedFlows() throws {
        let flows = try ShippedFlows.all()
        // What is compared is counted, so that it cannot become nothing unnoticed.
        let least = ["OTPlessSNA": (cells: 100, witnesses: 180), "TruecallerOTP": (cells: 150, witnesses: 1_600)]
        #expect(Set(flows.map(\.table.name)).isSuperset(of: least.keys))
        for flow in flows {
            let comparison = Self.compare(Agreement(of: flow))
            #expect(comparison.differences == [], "\(flow.table.name)")
            #expect(comparison.cells >= least[flow.table.name]?.cells ?? 20, "\(flow.table.name): \(comparison.cells)")
            #expect(
                comparison.witnesses >= least[flow.table.name]?.witnesses ?? comparison.cells,
                "\(flow.table.name): \(comparison.witnesses)")
        }
    }

    @Test(
        "Interpreter and table agree on every cell and guard witness of flows with most constructs",
        arguments: Constructs.all)
    func constructs(named name: String, text: String, cells: Int, witnesses: Int) throws {
        let comparison = Self.compare(Agreement(of: try LoadedFlow(text)))
        #expect(comparison.differences == [])
        #expect(comparison.cells == cells)
        #expect(comparison.witnesses == witnesses)
    }

    /// How a walk went, up to where the two parted.
    struct ComparedWalk {
        var steps = 0
        var ends = 0
        var changes = 0
        var difference: String?
    }

    static func walk(_ agreement: Agreement, seed: UInt64) -> ComparedWalk {
        let table = agreement.table
        var random = RandomWalk(seed: seed)
        var (run, orders, difference) = agreement.begin(at: random.now)
        var walk = ComparedWalk(difference: difference)
        random.note(orders)
        var trace: [String] = []
        while walk.steps < 60, walk.difference == nil, let event = random.next(for: run, of: table) {
            walk.steps += 1
            trace.append(table.events[event.position].name)
            let step: Step
            (step, difference) = agreement.step(&run, event, at: random.now, sequence: UInt64(walk.steps))
            random.note(step.orders)
            if step.changesRun { walk.changes += 1 }
            if let difference {
                walk.difference = "seed \(seed), after \(trace.joined(separator: ", ")): \(difference)"
            }
        }
        if table.states[run.state].isFinal { walk.ends += 1 }
        return walk
    }

    @Test("Interpreter and table agree at every step of random walks through every shipped flow")
    func walks() throws {
        for flow in try ShippedFlows.all() {
            let agreement = Agreement(of: flow)
            let walks = (1...60).map { Self.walk(agreement, seed: $0) }
            #expect(walks.compactMap(\.difference) == [], "\(flow.table.name)")
            // Walks that change nothing would prove nothing: there are more changes than walks, and more than a quarter of the walks end.
            #expect(walks.map(\.steps).reduce(0, +) == walks.count * 60)
            #expect(walks.map(\.changes).reduce(0, +) > walks.count, "\(flow.table.name)")
            #expect(walks.map(\.ends).reduce(0, +) > walks.count / 4, "\(flow.table.name)")
        }
    }

    @Test("A value that is never absent at its source is packed rightly in a variable that may be absent")
    func copies() throws {
        let flow = try LoadedFlow(
            """
            flow Copies version 1
            enum Mood { calm, odd, angry }
            context {
              given: bool?
              mood: Mood?
              count: int 0...7?
              plain: bool = true
              own: int 0...7 = 0
              usual: Mood = odd
            }
            command go(given: bool, mood: Mood, count: int 0...7), back, cancel
            final done keeps given, mood, count, plain, own, usual
            within 15m -> done
            on cancel -> done
            state idle waits for user {
              on go when given or mood == angry stay { keep given, mood, count }
              on go otherwise stay { plain = given; own = count; usual = mood }
              on back when own > 3 or usual == angry stay { given = plain; count = own; mood = usual }
              on back otherwise stay { given = nil; count = nil; mood = nil }
            }
            """)
        #expect(PackedTable(flow.table) != nil)
        let agreement = Agreement(of: flow)
        let walks = (1...200).map { Self.walk(agreement, seed: $0) }
        #expect(walks.compactMap(\.difference) == [])
        #expect(walks.map(\.changes).reduce(0, +) > walks.count)
    }

    /// Whether one of a hundred random walks comes to a step that the table decides otherwise than the interpreter.
    private static func walksDiffer(_ flow: LoadedFlow, from table: Table) -> Bool {
        var agreement = Agreement(of: flow)
        agreement.table = table
        return (1...100).contains { walk(agreement, seed: $0).difference != nil }
    }

    /// Faulty tables that decide as the right ones do, by the names of their flows.
    ///
    /// A table has a copy of a choice for each row that leads there. Where the row's guard says that codes are left, the copy's branch for
    /// no code is never taken; where the guard says that none is left, the other branch is not, and with how many codes it would be taken
    /// makes no difference. And a move need not end a timer that the state which it enters sets anew.
    private static let harmlessFaults = [
        "OfflineOTP": ["constant of question 25", "branch 20", "branch 24"],
        "TruecallerOTP": ["ended timer 2 of move 2"],
    ]

    @Test("A table with another target, another constant, or a timer that does not end is caught")
    func plantedFaults() throws {
        for flow in try ShippedFlows.all() {
            let interpreted = InterpretedFlow(flow)
            let faults = flow.table.faultyTables.drawn(100)
            // Where guards read very many values, only some are among the arrivals; walks come to others.
            let missed = faults.filter {
                !interpreted.differs(from: $0.table) && !Self.walksDiffer(flow, from: $0.table)
            }.map(\.name)
            // The choices of PhoneLogin read its four parameters beside the set of ways: more combinations than arrivals and walks try.
            if flow.table.name == "PhoneLogin" {
                #expect(missed.count <= faults.count / 8, "\(missed)")
            } else {
                let harmless = Self.harmlessFaults[flow.table.name] ?? []
                #expect(Set(missed).isSubset(of: harmless), "\(flow.table.name), of \(faults.count)")
                // Where all faults are tried, the list has none that is found.
                if isOptimised { #expect(missed == harmless, "\(flow.table.name)") }
            }
        }
        let truecaller = try ShippedFlows.named("TruecallerOTP")
        let names = Set(truecaller.table.faultyTables.map { $0.name.prefix { $0 != " " } })
        #expect(names == ["target", "constant", "ended", "begun", "verdict", "assignment", "hold", "branch", "order"])
    }
}
