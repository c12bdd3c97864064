import FlowMachine
import KeywayCore
import Testing

@testable import FlowProviders

/// A leg that was left and a newer leg of the same flow wait for answers to the same effect, and the app dies.
@Suite("Two legs of one flow that come back")
struct ReturningLegsTests {
    /// A leg. One that was left gives up its order `ask` when the app comes back, and rings. Any other leg keeps its order.
    private static let door = """
        flow Door version 1
        context { isBack: bool = false }
        command open, cancel
        effect ask replies confirmed, denied otherwise denied within 5s
        effect ring calls Lock.ring
        final authenticated success keeps isBack
        final failed
        within 15m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on open -> asking
          on cancel -> failed
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied -> failed
          on cancel -> leaving
          on restored stay { isBack = true }
        }
        state leaving {
          enter { do ask }
          on confirmed, denied -> leaving
          ignore cancel
          on restored -> parked
        }
        state parked {
          on denied -> resting { do ring }
          on confirmed -> failed
          ignore cancel, restored
        }
        state resting {
          late confirmed, denied
          ignore cancel, restored
        }
        """

    /// A parent that ends `haunted` where its newer leg came back and was confirmed, and the older leg has rung.
    private static let house = """
        flow House version 1
        context { isSecond: bool = false, hasRung: bool = false }
        command start, next, cancel
        callback rung
        source lock = "Lock" by kind singleton { RUNG => rung }
        final authenticated success
        final failed
        final haunted
        require never in haunted
        on cancel -> failed
        within 20m -> failed
        on rung stay { hasRung = true }
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on start -> front }
        state front {
          child first = Door
          enter { run first.open }
          on first.authenticated when isBack and hasRung -> haunted
          on first.authenticated otherwise -> authenticated
          on first.failed -> failed
          on next when not isSecond -> front { isSecond = true }
          reject next otherwise
        }
        """

    private static let lock = """
        provider Lock version "1.0" for lock
        word rung = RUNG(by: "hand")
        context { rings: bool = false }
        call ring stay { rings = true }
        state any { emit rung when rings stay { rings = false } }
        """

    @Test("An order that one leg gives up does not close the other leg's order of the same effect")
    func givenUp() throws {
        let exploration = try explore(
            House.machine(Self.house, door: Self.door), against: [model(Self.lock)], crashing: true)
        let judged = try #require(exploration.judgements.first { $0.name == "never in haunted" })
        let run = try #require(judged.violations.first?.run)
        // Only the older leg gets the `otherwise`. If both got it, only a longer run would lead to `haunted`.
        #expect(
            RunWords(exploration).lines(of: run).map(\.happening) == [
                "start", "next", "the app dies and comes back", "first.restored", "first.restored",
                "nobody answers first.ask in time: denied", "Lock speaks rung", "Lock tells rung: rung",
                "first.ask answers confirmed",
            ])
    }
}
