import FlowFixtures
import KeywaySuites
import Testing

@testable import KeywayTesting

/// Three commands lead to a state in which a fourth breaks the requirement; something else leads there at once.
@Suite("The shortest way to a state of a walk")
struct ShortestWayTests {
    /// What leads at once to `last`, the state in which `boom` breaks the requirement.
    enum Shortcut: CaseIterable {
        case lastReplyToTheOnlyOrder, lastReplyToTheLastOrder, distantTimer

        var declarations: String {
            switch self {
            case .lastReplyToTheOnlyOrder: "effect ask replies yes, no, lost otherwise yes"
            case .lastReplyToTheLastOrder:
                """
                effect ask replies yes, no, lost otherwise yes
                effect tell replies told, untold otherwise told
                effect show replies shown, hidden otherwise shown
                """
            case .distantTimer: ""
            }
        }

        var rows: String {
            switch self {
            case .lastReplyToTheOnlyOrder: "enter { do ask } on lost -> last ignore yes, no"
            case .lastReplyToTheLastOrder:
                "enter { do show; do tell; do ask } on lost -> last ignore yes, no, told, untold, shown, hidden"
            case .distantTimer: "after 10m -> last"
            }
        }
    }

    @Test("It is found by any reply to any order that is open, and by time that is far", arguments: Shortcut.allCases)
    func found(shortcut: Shortcut) throws {
        let flow = try LoadedFlow(
            """
            flow Ways version 1
            command step, boom
            \(shortcut.declarations)
            final done
            final broken
            require never in broken
            within 20m -> done
            reject other
            late other
            state first { \(shortcut.rows) on step -> second }
            state second waits for user { on step -> third }
            state third waits for user { on step -> last }
            state last waits for user { on boom -> broken }
            """)
        let runner = WalkRunner(flow.suite, through: flow.table)
        // The draws by which a walk sends the flow's first command, and its second.
        let (step, boom): ([UInt32], [UInt32]) = ([0, 0, 3, 0], [0, 0, 3, 1])
        let long = runner.walk(.recorded(ChoiceSequence(spans: [step, step, step, boom])))
        #expect(long.breach?.law == .requirementsHold)
        let short = Shrinking(runner, law: .requirementsHold).shortest(long)
        #expect(short.breach?.law == .requirementsHold)
        #expect(short.choices.spans.count == 2, "\(short.lines)")
    }

    @Test("It is found where a word that breaks the law was said before, when it did nothing")
    func repeatedWord() throws {
        let flow = try LoadedFlow(
            """
            flow Ways version 1
            command start
            callback ok, bad
            source sdk = "SDK" by word singleton { OK => ok BAD => bad }
            final done
            final broken
            require never in broken
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> hearing }
            state hearing { after 1m -> done on ok -> done on bad -> broken }
            """)
        let runner = WalkRunner(flow.suite, through: flow.table)
        let (bad, start, badAgain): ([UInt32], [UInt32], [UInt32]) = ([5, 0, 2, 1], [0, 0, 3, 0], [5, 5])
        let long = runner.walk(.recorded(ChoiceSequence(spans: [bad, start, badAgain])))
        #expect(long.breach?.law == .requirementsHold)
        let short = Shrinking(runner, law: .requirementsHold).shortest(long)
        #expect(short.breach?.law == .requirementsHold)
        #expect(short.choices.spans.count == 2, "\(short.lines)")
    }
}

@Suite("The simplest numbers of a walk")
struct SimplestNumberTests {
    /// The greatest argument of the command, and the draws that give an argument which breaks the requirement.
    static let cases: [(greatest: Int, drawn: [UInt32])] = [
        (1000, [999]), (1000, [500]), (1000, [38]), (1_000_000_000, [0, 900_000]), (1_000_000_000, [1, 900_000]),
    ]

    @Test("The least number that breaks the law is found, in a small range and in a large one", arguments: cases)
    func least(greatest: Int, drawn: [UInt32]) throws {
        let flow = try LoadedFlow(
            """
            flow Least version 1
            command boom(n: int 0...\(greatest)), leave
            final done
            final broken
            require never in broken
            within 20m -> done
            reject other
            late other
            state idle waits for user {
              on boom when n > 36 -> broken
              on boom when n <= 36 -> done
              on leave -> done
            }
            """)
        let runner = WalkRunner(flow.suite, through: flow.table)
        let walk = runner.walk(.recorded(ChoiceSequence(spans: [[0, 0, 3, 0] + drawn])))
        #expect(walk.breach?.law == .requirementsHold)
        let short = Shrinking(runner, law: .requirementsHold).shortest(walk)
        #expect(short.breach?.law == .requirementsHold)
        #expect(short.choices.spans.count == 1 && short.choices.spans.joined().max() == 37, "\(short.lines)")
    }
}
