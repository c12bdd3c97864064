import FlowFixtures
import FlowProviders
import Testing

/// The first success that a live run is told counts. A flow that leaves a leg by itself must not lose the leg's success; where the person
/// leaves, the success is not wanted any more.
@Suite("A success for a leg that was left")
struct DesertedSuccessTests {
    private func verdict(_ flow: String, lock: String = House.lock) throws -> FlowExploration.Verdict? {
        try explore(House.machine(flow), against: [model(lock)]).verdict(on: "30.iii")
    }

    @Test(
        "Such a success counts where the flow has left the leg by itself, and not where the person has",
        arguments: [
            ("after 1s", false), ("on first.failed, next", true), ("on first.failed, renumber", true),
            ("on first.failed, giveUp", true),
        ])
    func leaving(by cause: String, isProved: Bool) throws {
        let failed = cause.contains("first.failed") ? "" : "\n  on first.failed -> outside"
        let flow = House.flow(
            frontRows: """
                on first.authenticated -> authenticated
                  on first.cancelled -> back\(failed)
                  \(cause) -> outside
                """
        )
        .changing("command start, next", to: "command start, next, renumber, giveUp")
        let waiting = "\nstate outside waits for user {\n  on next -> back\n  ignore start\n}"
        #expect(try verdict(flow + waiting) == (isProved ? .proved : .broken))
    }

    /// A parent that leaves its first leg by itself, and whose state `greeting` has no leg that could hear anything.
    ///
    /// - Parameter ends: the rows for the ends of its second leg.
    private func greeting(after ends: String) -> String {
        House.flow(
            frontRows: """
                on first.authenticated -> authenticated
                  on first.failed, first.cancelled -> failed
                  after 1s -> back
                """
        ).changing(
            """
              on second.authenticated -> authenticated
              on second.failed, second.cancelled, next -> failed
            """,
            to: """
                  \(ends)
                """) + "\nstate greeting { after 5s -> authenticated }"
    }

    /// A lock that says `open` only after its second turn, and then at most twice.
    private static let lock = """
        provider Lock version "1.0" for lock
        word ready = READY(by: "hand")
        word open = OPENED(by: "hand")
        success open
        context { said: bool = false, turns: int 0...2 = 0, opened: int 0...2 = 0 }
        call turn when turns < 2 stay { turns += 1 }
        call turn when turns == 2 stay
        state any {
          emit ready when not said stay { said = true }
          emit open when turns == 2 and opened < 2 stay { opened += 1 }
        }
        """

    @Test("Such a success does not count once the other leg has succeeded, and counts where that leg has failed")
    func afterSuccess() throws {
        let succeeded = greeting(
            after: "on second.authenticated -> greeting\n  on second.failed, second.cancelled, next -> failed")
        #expect(try verdict(succeeded, lock: Self.lock) == .proved)
        let failed = greeting(
            after: """
                on second.authenticated -> authenticated
                  on second.failed -> greeting
                  on second.cancelled, next -> failed
                """
        )
        #expect(try verdict(failed, lock: Self.lock) == .broken)
    }

    @Test("In a leg of a leg such a success counts where the flow has left the outer leg, not where the person has")
    func legOfLeg() throws {
        let street = """
            flow Street version 1
            command go, next
            final authenticated success
            final failed
            require authenticated only after house.authenticated
            within 30m -> failed
            reject other
            state idle waits for user { on go -> inside }
            state inside {
              child house = House
              enter { run house.start }
              on house.authenticated -> authenticated
              on house.failed, house.cancelled -> failed
              CAUSE -> outside
            }
            state outside waits for user { on go -> inside }
            """
        // The house's leg lasts for 1 s after it was left, so that the run goes on without a door's leg that could hear a success.
        let house =
            House.flow().changing("on cancel -> cancelled", to: "on cancel -> leaving")
            + "\nstate leaving { ignore cancel after 1s -> cancelled }"
        func verdict(leavingBy cause: String) throws -> FlowExploration.Verdict? {
            let machine = try House.machine(street.changing("CAUSE", to: cause), others: ["House": house])
            return try explore(machine, against: [model(House.lock)]).verdict(on: "30.iii")
        }
        #expect(try verdict(leavingBy: "on next") == .proved)
        #expect(try verdict(leavingBy: "after 1m") == .broken)
    }
}
