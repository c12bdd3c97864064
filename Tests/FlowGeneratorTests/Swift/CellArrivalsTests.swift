import FlowFixtures
import FlowGenerator
import FlowMachine
import KeywayCore
import KeywaySuites
import Testing

/// A suite asks what these arrivals come with; a guard that none of them meets is not asked.
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
}
