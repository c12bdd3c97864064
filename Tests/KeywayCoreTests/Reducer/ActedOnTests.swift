import FlowFixtures
import KeywayCore
import Testing

/// The explorer and the generated suites both ask `Step.isActedOn` whether an event is one that a requirement waits for.
@Suite("An event that is acted on")
struct ActedOnTests {
    private static let lamp = """
        flow Lamp version 1
        context { isLit: bool = false }
        command light, look, leave, wave
        final dark
        within 1m -> dark
        reject other
        state here waits for user {
          on light stay { isLit = true }
          on look stay
          ignore wave when isLit
          reject wave when not isLit
          on leave -> dark
        }
        """

    @Test("moved the run or stayed with something to do; a bare 'stay', what is ignored and what is rejected did not")
    func meaning() throws {
        let table = try LoadedFlow(Self.lamp).table
        let actedOn = table.events.filter { event in
            guard event.origin == .command, let position = table.event(named: event.name) else { return false }
            var run = table.begin(at: Instant(milliseconds: 0)).run
            return table.reduce(&run, Event(position), at: Instant(milliseconds: 1), sequence: 1).isActedOn
        }
        #expect(actedOn.map(\.name) == ["light", "leave"])
    }
}
