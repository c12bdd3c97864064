import FlowFixtures
import FlowMachine
import FlowProviders
import FlowRules
import Testing

/// What a leg is begun with decides how it goes on, wherever the value comes from.
@Suite("What a leg is begun with")
struct ArgumentTests {
    /// A leg that trusts the SDK's word for one way of opening, and asks the backend for all others.
    private static func door(_ range: String) -> String {
        """
        flow Door version 1
        command open(fast: int \(range)), cancel
        callback ready, opened, jammed
        effect turn once starts attempt calls Lock.turn
        effect ask replies confirmed, denied otherwise denied within 5s
        source lock = "Lock" by kind singleton {
          retained READY => ready
          OPENED => opened
          JAMMED => jammed
        }
        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed
        within 15m -> failed
        on cancel -> cancelled
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          ignore ready
          on open when fast == 3 -> trusting
          on open when fast != 3 -> turning
        }
        state trusting {
          enter { do turn }
          on opened -> authenticated
          ignore ready, jammed
          after 30s -> failed
        }
        state turning {
          enter { do turn }
          on opened -> asking
          ignore ready, jammed
          after 30s -> failed
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied -> failed
          ignore ready, opened, jammed
        }
        """
    }

    /// A parent that begins the leg with a number of the range.
    ///
    /// - Parameters:
    ///   - begins: the target and the body of the row for `start`.
    ///   - enter: the orders with which the state `front` begins.
    private static func house(_ range: String, begins: String, enter: String) -> String {
        """
        flow House version 1
        context { fast: int \(range) = 0 }
        command start(quick: int \(range)), next, cancel
        final authenticated success
        final failed
        final cancelled
        require authenticated only after first.authenticated
        on cancel -> cancelled
        within 20m -> failed
        reject other
        group way {
          child first = Door
          on next -> failed
          state idle waits for user { on start -> \(begins) }
          state front {
            enter { \(enter) }
            on first.authenticated -> authenticated
            on first.failed, first.cancelled -> failed
          }
        }
        """
    }

    @Test(
        "30.ii: A leg that trusts the SDK for one value of its argument is found, by a variable or an event's field",
        arguments: [
            ("front { fast = quick }", "run first.open(fast)"), ("front { run first.open(quick) }", "stay"),
        ])
    func argument(begins: String, enter: String) throws {
        let enter = enter == "stay" ? "fast = 0" : enter
        let house = try House.machine(
            Self.house("0...9", begins: begins, enter: enter), door: Self.door("0...9"))
        let exploration = try explore(house, against: [model(House.lock)])
        #expect(!exploration.isProved)
        #expect(!exploration.sentences(about: "30.ii").isEmpty)
    }

    @Test("An event with too many values to go through is refused at its place")
    func tooMany() throws {
        let wide = "0...99999999"
        let door = try machine(
            Self.door(wide).changing("fast == 3", to: "fast == mine").changing("fast != 3", to: "fast != mine")
                .changing("command open", to: "context { mine: int \(wide) = 7 }\ncommand open"))
        let house = try House.machine(
            Self.house(wide, begins: "front { fast = quick }", enter: "run first.open(fast)"), door: Self.door(wide))
        let lock = try model(House.lock)
        for (flow, event) in [(door, "'open' of 'Door'"), (house, "'start' of 'House'")] {
            do throws(ExplorationProblem) {
                let exploration = try explore(flow, against: [lock])
                Issue.record("\(exploration.configurations) configurations, proved: \(exploration.isProved)")
            } catch {
                #expect(error.sentence.contains(event) && error.sentence.contains("too many"), "\(error.sentence)")
            }
        }
    }
}
