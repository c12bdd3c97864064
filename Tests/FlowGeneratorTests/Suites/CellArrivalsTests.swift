import FlowFixtures
import FlowGenerator
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywaySuites
import Testing

/// A generated suite tries each cell with these arrivals, so a guard that none of them meets stays untested.
@Suite("The arrivals that a cell is tried with")
struct CellArrivalsTests {
    private static let lottery = """
        flow Lottery version 1
        command draw(number: int 0...20)
        final won
        final lost
        within 1m -> lost
        reject other
        state waiting waits for user {
          on draw when number in { 5, 11 } or number == 17 -> won
          on draw otherwise -> lost
        }
        """

    @Test("A cell's arrivals have every number that a guard names, in a set as well, and its neighbours")
    func numbers() throws {
        let machine = try LoadedFlow(Self.lottery).machine
        let draw = try #require(machine.events.firstIndex { $0.name == "draw" })
        let arrivals = CellArrivals(of: draw, in: 0, of: machine, constants: machine.constants).all
        let numbers = Set(
            arrivals.compactMap { if case .integer(let number)? = $0.event.fields[0] { number } else { nil } })
        #expect(numbers.isSuperset(of: [0, 4, 5, 6, 10, 11, 12, 16, 17, 18, 20]))
    }

    private static let survey = """
        flow Survey version 1
        enum Colour { red, green, blue }
        enum Taste { sweet, sour }
        context { colour: Colour? taste: Taste? size: int 0...2 = 0 }
        command answer(colour: Colour, taste: Taste, size: int 0...2, isSure: bool)
        final done keeps colour, taste, size
        within 1m -> done
        reject other
        state asking waits for user {
          on answer -> sized { keep colour, taste, size }
        }
        choice sized {
          when size == 2 -> done
          otherwise      -> done
        }
        """

    @Test("A field that is only kept has each value once, and each combination that a later choice asks for")
    func kept() throws {
        let machine = try LoadedFlow(Self.survey).machine
        let answer = try #require(machine.events.firstIndex { $0.name == "answer" })
        let arrivals = CellArrivals(of: answer, in: 0, of: machine, constants: machine.constants).all
        let fields = Set(arrivals.map { Array($0.event.fields.dropLast()) })
        let (colours, tastes) = ([0, 1, 2].map { Value.enumCase($0) }, [0, 1].map { Value.enumCase($0) })
        let sizes = (0...2).map { Value.integer($0) }
        for size in sizes {
            for colour in colours { #expect(fields.contains([colour, tastes[0], size])) }
            for taste in tastes { #expect(fields.contains([colours[0], taste, size])) }
        }
        // For each size one pair, the two other colours and the other taste, and not all six pairs.
        #expect(fields.count == sizes.count * 4)
    }

    private static let wardrobe = """
        flow Wardrobe version 1
        enum Colour { red, green, blue }
        context { worn: Colour? next: Colour? }
        command change
        final bare keeps worn, next
        within 1m -> bare
        reject other
        state dressed waits for user {
          on change stay { worn = next }
        }
        """

    @Test("A variable that is copied has each of its values, so that a copy which is left out shows")
    func copied() throws {
        let machine = try LoadedFlow(Self.wardrobe).machine
        let change = try #require(machine.events.firstIndex { $0.name == "change" })
        let arrivals = CellArrivals(of: change, in: 0, of: machine, constants: machine.constants).all
        let table = Table(of: machine)
        let next = arrivals.filter { arrival in
            let values = arrival.run(in: 0, of: table).values
            return values[0] != values[1]
        }.map { $0.run(in: 0, of: table).values[1] }
        #expect(Set(next) == [nil, .enumCase(0), .enumCase(1), .enumCase(2)])
    }

    @Test("Of too many combinations those are tried in which all values are equal, and those with one changed")
    func countless() throws {
        let cases = (0..<20).map { "c\($0)" }.joined(separator: ", ")
        let flow = """
            flow Wall version 1
            enum Colour { \(cases) }
            context { first: Colour = c0, second: Colour = c0, third: Colour = c0 }
            command paint(upper: Colour, middle: Colour, lower: Colour)
            final done
            within 1m -> done
            reject other
            state bare waits for user {
              on paint when upper == first and middle == second and lower == third -> done
              on paint otherwise stay { first = upper; second = middle; third = lower }
            }
            """
        let machine = try LoadedFlow(flow).machine
        let paint = try #require(machine.events.firstIndex { $0.name == "paint" })
        let arrivals = CellArrivals(of: paint, in: 0, of: machine, constants: machine.constants).all
        #expect(arrivals.count <= CellArrivals.greatestCount)
        let last = CellArrival(
            event: Event(paint, fields: Array(repeating: .enumCase(19), count: 3)), unasked: .high,
            asked: [0: .enumCase(19), 1: .enumCase(19), 2: .enumCase(19)])
        #expect(arrivals.contains(last))
        let table = Table(of: machine)
        let dispositions = arrivals.map { arrival in
            var run = arrival.run(in: 0, of: table)
            return Interpreter(machine).step(&run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
                .disposition
        }
        #expect(Set(dispositions) == [.taken, .stayed])
    }

    private static let ways = """
        flow Ways version 1
        enum Way { silent, smart, truecaller, offline, passkey, mail }
        context { ways: set of Way?, wanted: Way? }
        command start(ways: set of Way, wanted: Way), go, look
        final signedIn keeps ways, wanted
        final failed
        within 1m -> failed
        reject other
        state idle waits for user { on start -> picking { keep ways, wanted } }
        state picking waits for user {
          on go when passkey in ways -> signedIn
          on go when not (passkey in ways) -> failed
          on look when wanted in ways -> signedIn
          on look otherwise stay
        }
        """

    private static let tries = """
        flow Tries version 1
        param most: int 3...5 = 4
        param limit: int 40...90 = 50
        context { tries: int 0...9 = 0, spent: int 0...100 = 0 }
        command again, spend
        final signedIn
        final failed
        within 1m -> failed
        reject other
        state idle waits for user {
          on again when tries == most -> signedIn
          on again when tries != most and tries < 9 stay { tries += 1 }
          on again otherwise -> failed
          on spend when spent > limit -> failed
          on spend when spent == limit -> signedIn
          on spend otherwise stay
        }
        """

    /// Fields beside those of the guard make more combinations than are tried.
    private static let order = """
        flow Order version 1
        enum Way { silent, smart, truecaller, offline }
        enum Colour { \((0..<20).map { "c\($0)" }.joined(separator: ", ")) }
        context { first: Way = silent, second: Way = smart, third: Way = truecaller, fourth: Way = offline }
        context { one: Colour = c0, two: Colour = c0, three: Colour = c0 }
        command start(a: Colour, b: Colour, c: Colour)
        final done
        final failed
        within 1m -> failed
        reject other
        state idle waits for user {
          reject start when first == second or first == third or first == fourth or second == third
            or second == fourth or third == fourth
          on start otherwise -> picking { one = a; two = b; three = c }
        }
        choice picking {
          when one == two and two == three -> done
          otherwise -> failed
        }
        """

    /// The rows that decide no arrival at their cell, as `state event line`.
    private func rowsWithoutArrival(in flow: LoadedFlow) -> [String] {
        let machine = flow.machine
        return machine.states.indices.filter { !machine.states[$0].isFinal }.flatMap { state in
            machine.events.indices.flatMap { event -> [String] in
                guard case .rows(let rows, _) = machine.decider(of: event, in: state) else { return [] }
                let arrivals = CellArrivals(of: event, in: state, of: machine, constants: machine.constants).all
                let deciding = arrivals.lazy.compactMap { arrival in
                    var run = arrival.run(in: state, of: flow.table)
                    return flow.interpreter.step(
                        &run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence
                    ).row
                }
                return Set(rows).subtracting(deciding).sorted().map {
                    let line = flow.source.place(of: machine.rows[$0].range.lower).line
                    return "\(machine.states[state].name.text) \(machine.events[event].name) \(line)"
                }
            }
        }
    }

    @Test(
        "Each row of a cell decides some arrival: where a set is asked for its fifth case, two integers or four cases are compared"
    )
    func everyRow() throws {
        for text in [Self.ways, Self.tries, Self.order, Self.lottery, Self.survey] {
            #expect(rowsWithoutArrival(in: try LoadedFlow(text)) == [])
        }
    }

    @Test("Each row of a shipped flow decides some arrival at its cell")
    func everyShippedRow() throws {
        for flow in try ShippedFlows.all() { #expect(rowsWithoutArrival(in: flow) == [], "\(flow.table.name)") }
    }

    @Test("No cell of a shipped flow is tried with more than 50,000 arrivals")
    func count() throws {
        for flow in try ShippedFlows.all() {
            let machine = flow.machine
            for state in machine.states.indices {
                for event in machine.events.indices {
                    let count = CellArrivals(of: event, in: state, of: machine, constants: machine.constants).all.count
                    #expect(count <= 50_000, "\(machine.events[event].name) in state \(state) of \(flow.table.name)")
                }
            }
        }
    }
}
