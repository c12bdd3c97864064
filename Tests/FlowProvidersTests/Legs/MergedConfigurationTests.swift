import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

/// Configurations of a flow with sub-flows are followed as one where nothing outside the flow can tell them apart.
@Suite("Configurations that are followed as one")
struct MergedConfigurationTests {
    /// A leg that fails after a ring: 100 ms later where it was opened as `quick`, else 10 s later, unless the person answers.
    private static let door = """
        flow Door version 1
        context { quick: bool = false }
        command open(quick: bool), answer, cancel
        callback ring
        source lock = "Lock" by kind singleton { RING => ring }
        final authenticated success
        final failed
        final cancelled
        require authenticated only after answer
        within 15m -> failed
        on cancel -> cancelled
        ignore unrecognised
        reject other
        choice rung {
          when quick -> ringing { set wait 100ms }
          otherwise -> ringing { set wait 10s }
        }
        state idle waits for user {
          on open -> closed { keep quick }
          late ring
        }
        state closed waits for user { on ring -> rung }
        group inside {
          timer wait
          state ringing waits for user {
            on answer -> authenticated
            on wait -> failed
            ignore ring
          }
        }
        """

    /// A parent that pauses for one or two seconds, as a choice says, before it begins its leg.
    private static let house = """
        flow House version 1
        context { quick: bool = false }
        command start(quick: bool), go, cancel
        final authenticated success
        final failed
        final cancelled
        require authenticated only after first.authenticated
        on cancel -> cancelled
        within 20m -> failed
        reject other
        choice gone {
          when quick -> between { set pause 1s }
          otherwise -> between { set pause 2s }
        }
        state idle waits for user { on start -> ready { keep quick } }
        state ready waits for user { on go -> gone }
        group pausing {
          timer pause
          state between { on pause -> front { run first.open(quick) } }
        }
        state front {
          child first = Door
          on first.authenticated -> authenticated
          on first.failed -> failed
          on first.cancelled -> cancelled
        }
        """

    private static let lock = """
        provider Lock version "1.0" for lock
        word ring = RING
        context { old: bool = true }
        state any { emit ring when old stay }
        """

    private func explored(_ house: String = house) throws -> FlowExploration {
        try explore(House.machine(house, door: Self.door), against: model(Self.lock))
    }

    @Test("A branch that sets a timer to less than a second is told apart from one that waits longer (rule 30 v)")
    func deadlines() throws {
        #expect(
            try explored().sentences(about: "30.v") == [
                "first: 'ring' of an earlier attempt or run ends the run in 'closed', 100 ms later, if nothing else comes":
                    5
            ])
    }

    @Test("Both branches of a choice are tried where nothing but a timer's length tells them apart (rule 30a)")
    func branches() throws {
        // The leg begins with `false` in either case, so nothing but the length of the pause tells the parent's branches apart.
        let house = Self.house.changing("run first.open(quick)", to: "run first.open(false)")
        let exploration = try explored(house)
        #expect(exploration.isProved)
        let rows = TriedRows(
            of: exploration.machine, in: SourceText(path: "House.flow", bytes: Array(house.utf8)),
            reachedBy: [exploration])
        #expect(rows.holds, "\(rows.untried)")
    }

    @Test(
        "An answer that is ignored counts where a state must not last until then",
        arguments: [
            "in waiting never after do ping until in over", "in waiting only while life",
        ])
    func ignoredAnswer(requirement: String) throws {
        let part = """
            flow Part version 1
            command start, cancel
            effect go calls Box.go
            final over
            within 20m -> over
            on cancel -> over
            state idle waits for user { on start -> gone { do go } }
            state gone { reject start  after 5s -> over }
            """
        let whole = """
            flow Whole version 1
            command start, cancel
            effect ping
            effect ask replies answered otherwise answered
            final over
            require \(requirement)
            within 20m -> over
            on cancel -> over
            late other
            group open {
              timer life
              on life -> over
              state idle waits for user { on start -> ready { set life 60s } }
              state ready waits for user { on start -> waiting { do ping; do ask; clear life } }
              state waiting {
                child part = Part
                enter { run part.start }
                ignore answered
                on start, part.over -> over
              }
            }
            """
        let flow = try House.machine(whole, others: ["Part": part])
        let box = try model("provider Box version \"1\"\nstate any { call go stay }")
        #expect(try explore(flow, against: box).verdict(on: requirement) == .broken)
    }
}
