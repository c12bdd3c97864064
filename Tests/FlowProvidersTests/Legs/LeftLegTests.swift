import FlowMachine
import FlowSearch
import KeywayCore
import Testing

@testable import FlowProviders

/// A leg whose `cancel` leads to a state and not to a final goes on while its parent does.
@Suite("Legs that last after their scope was left")
struct LeftLegTests {
    /// A leg that asks the backend up to four times.
    ///
    /// - Parameter leaving: the body of the state that its `cancel` leads to; nil where that is a final.
    private static func door(leaving: String?) -> String {
        """
        flow Door version 1
        context { tries: int 0...3 = 0 }
        command open, cancel
        effect note
        effect ask replies confirmed, denied otherwise denied within 5s
        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed
        within 15m -> failed
        on cancel -> \(leaving == nil ? "cancelled" : "leaving")
        reject other
        state idle waits for user {
          on open -> asking
          late confirmed, denied
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied when tries < 3 -> asking { tries += 1 }
          on denied when tries == 3 -> failed
        }
        \(leaving.map { "state leaving {\n  ignore cancel\n\($0)\n}" } ?? "")
        """
    }

    private static let lock = """
        provider Lock version "1.0" for lock
        word ready = READY(by: "hand")
        context { said: bool = false }
        state any { emit ready when not said stay { said = true } }
        """

    /// The body of a state `leaving` that lasts for 5 s.
    private static let lasting = "  late confirmed, denied\n  after 5s -> cancelled"

    /// - Parameter next: where the person goes from the first leg; from `idle` a new first leg can begin again and again.
    private func machine(next: String, leaving: String?) throws -> Machine {
        let front = """
            on first.authenticated -> authenticated
              on first.failed -> back
              on first.cancelled, next -> \(next)
            """
        return try House.machine(House.readingFlow(frontRows: front), door: Self.door(leaving: leaving))
    }

    private func explored(next: String, leaving: String?) throws -> FlowExploration {
        try explore(machine(next: next, leaving: leaving), against: [model(Self.lock)], limit: 1000)
    }

    /// In how many configurations the legs of a run can stand, whatever the lock does.
    private func legCount(leaving: String?) throws -> Int {
        let product = try Product(machine(next: "back", leaving: leaving), against: [model(Self.lock)])
        return try #require(Explorer.explore(product).exploration).system.legs.configurations.count
    }

    @Test("A left leg that lasts makes at most three times as many configurations of the run's legs")
    func size() throws {
        let (short, lasting) = (try legCount(leaving: nil), try legCount(leaving: Self.lasting))
        #expect(short < lasting && lasting <= short * 3, "\(short), \(lasting)")
        #expect(try explored(next: "back", leaving: Self.lasting).isProved)
    }

    @Test("Legs that are left one after the other, without end, are explored in full where they order nothing")
    func repeated() throws {
        let exploration = try explored(next: "idle", leaving: Self.lasting)
        #expect(exploration.isProved, "\(exploration.configurations)")
    }

    @Test("Left legs that order something and have no end of their number are not all followed, and the answer says so")
    func ordering() throws {
        let exploration = try explored(next: "idle", leaving: Self.lasting + " { do note }")
        #expect(exploration.isComplete && exploration.verdict(on: "30.i") == .unproved)
        let name = "legs that last after they were left are few enough to follow"
        #expect(exploration.sentences(about: name).keys.contains { $0.hasPrefix("first: its scope is left once more") })
    }

    @Test("An undecided cell of a left leg is found", arguments: ["back", "idle"])
    func found(next: String) throws {
        let exploration = try explored(next: next, leaving: Self.lasting + "\n  timer poll\n  enter { set poll 1s }")
        #expect(exploration.isComplete)
        #expect(exploration.verdict(on: "every cell is decided") == .broken)
    }
}
