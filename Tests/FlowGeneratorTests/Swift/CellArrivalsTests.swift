import FlowFixtures
import FlowGenerator
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

    @Test("They come with every number that a guard names, in a set as well, and with its neighbours")
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

    @Test("What is only kept comes with each of its values once, and with each combination of what a later choice asks")
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

    @Test("A variable that is copied comes with each of its values, so that a copy which is left out shows")
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

    @Test("Of more than a list has room for, those are chosen that are alike, and those with one value changed")
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
