import FlowFixtures
import KeywayCore
import KeywaySuites
import KeywayTesting
import Testing

/// One fault planted by hand in a table, and what the suite says of it.
@Suite("A fault in a table turns its suite red")
struct FaultTests {
    private static func planted(
        in name: String, _ change: (inout Table) throws -> Void
    ) throws -> (suite: FlowSuite, table: Table) {
        let flow = try ShippedFlows.named(name)
        var table = flow.table
        try change(&table)
        #expect(table != flow.table)
        return (flow.suite, table)
    }

    private static func differences(_ suite: FlowSuite, _ table: Table) -> [Difference] {
        suite.states.flatMap { suite.differences(in: $0, of: table) }
    }

    /// The first law that a walk of the suite finds broken.
    private static func violation(_ suite: FlowSuite, _ table: Table) throws -> Violation? {
        for seed in suite.seeds {
            if let violation = try suite.violation(along: seed, through: table) { return violation }
        }
        return nil
    }

    @Test("A wrong target")
    func wrongTarget() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            let row = try table.row(of: "oneTap", in: "running")
            table.rows[row].verdict = .move(.state(try table.state("closing")))
        }
        let differences = Self.differences(suite, table)
        let difference = try #require(differences.first)
        #expect(Set(differences.compactMap(\.state)) == ["running", "racing"])
        #expect(difference.arrival == #"oneTap(token: "b", idToken: "b")"#)
        #expect(difference.expected.hasPrefix("taken -> confirming"))
        #expect(difference.actual.hasPrefix("taken -> closing"))
        #expect(throws: Differences.self) {
            for state in suite.states { try suite.check(state, of: table) }
        }
    }

    @Test("A dropped effect")
    func droppedEffect() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            table.rows[try table.row(of: "cancel", in: "running")].body.orders = []
        }
        let difference = try #require(Self.differences(suite, table).first)
        #expect(difference.arrival == "cancel")
        #expect(difference.expected == "taken -> cancelled; why = givenUp; do stop; end every timer")
        #expect(difference.actual == "taken -> cancelled; why = givenUp; end every timer")
    }

    @Test("A timer that does not end with its scope")
    func droppedTimerEnd() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            let (from, to) = (try table.state("running"), try table.state("confirming"))
            let move = try #require(table.moveIndex[from * table.states.count + to])
            table.moves[move].endedTimers = []
        }
        let differences = Self.differences(suite, table)
        #expect(differences.contains { $0.state == "running" && $0.expected.contains("end after patience") })
        #expect(differences.allSatisfy { !$0.actual.contains("end after patience") })
    }

    @Test("A sub-flow that is not begun")
    func droppedSubFlow() throws {
        let (suite, table) = try Self.planted(in: "PhoneLogin") { table in
            table.removeEnterOrders { if case .run = $0 { true } else { false } }
        }
        let differences = Self.differences(suite, table)
        #expect(differences.contains { $0.expected.contains("run silent.start(requestId: ") })
        #expect(differences.allSatisfy { !$0.actual.contains("run ") })
    }

    @Test("A sub-flow that goes on when its scope is left")
    func droppedSubFlowEnd() throws {
        let (suite, table) = try Self.planted(in: "PhoneLogin") { table in
            for move in table.moves.indices { table.moves[move].leftChildren = [] }
        }
        let differences = Self.differences(suite, table)
        #expect(differences.contains { $0.state == "bySilence" && $0.expected.contains("leave silent") })
    }

    @Test("A lane that is not asked for")
    func droppedLane() throws {
        let (suite, table) = try Self.planted(in: "PowerAuthRequest") { table in
            table.removeEnterOrders { if case .take = $0 { true } else { false } }
        }
        #expect(Self.differences(suite, table).contains { $0.expected.contains("take queue") })
    }

    @Test("A guard's constant that is one off")
    func guardConstant() throws {
        let (suite, table) = try Self.planted(in: "TruecallerOTP") { table in
            for place in table.questions.indices {
                guard
                    case .comparison(let left, let relation, .constant(.integer(let number))) =
                        table.questions[place].test
                else { continue }
                table.questions[place].test = .comparison(left, relation, .constant(.integer(number - 1)))
                break
            }
        }
        #expect(!Self.differences(suite, table).isEmpty)
    }

    @Test("A secret that the log keeps, found in the declarations and along a walk")
    func keptSecret() throws {
        let (suite, table) = try Self.planted(in: "TruecallerOTP") { table in
            let place = try #require(table.variables.firstIndex { $0.name == "token" })
            table.variables[place].classification = .plain
        }
        #expect(suite.differencesInDeclarations(of: table).map(\.actual) == ["variable token: text 1...65536? = nil"])
        let violation = try #require(try Self.violation(suite, table))
        #expect(violation.law == .nothingWithheldIsKept)
        #expect(violation.explanation.contains("'token'"))
        // The fewest steps there are: `start`, `verifiedBefore`, and the two deadlines that pass before the run ends.
        #expect(violation.walk.filter { $0.contains(": taken") }.count == 4, "\(violation)")
    }

    @Test("A requirement that is broken, cut to the shortest walk")
    func brokenRequirement() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            let row = try table.row(of: "denied", in: "running")
            table.rows[row].verdict = .move(.state(try table.state("authenticated")))
        }
        let violation = try #require(try Self.violation(suite, table))
        #expect(violation.law == .requirementsHold)
        #expect(violation.explanation == "'authenticated only after confirmed': what must come before has not been")
        #expect(violation.walk.count == 3, "\(violation)")
        #expect(
            violation.walk.last?.contains("denied, to checkStatus 1.1: taken, authenticated") == true, "\(violation)")
    }

    @Test("An effect that gives the backend's word by itself is found where nobody has answered")
    func ownWord() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            let effect = try #require(table.effects.firstIndex { $0.name == "checkStatus" })
            let confirmed = try #require(table.event(named: "confirmed"))
            table.effects[effect].replies?.otherwise = confirmed
        }
        let violation = try #require(try Self.violation(suite, table))
        #expect(violation.law == .requirementsHold)
        #expect(violation.explanation == "'authenticated only after confirmed': what must come before has not been")
    }

    @Test("A run that goes on when it is left alone")
    func endless() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            table.initialMove.begunTimers = []
        }
        let violation = try #require(try Self.violation(suite, table))
        #expect(violation.law == .aloneItEnds)
        #expect(violation.walk.count == 1, "\(violation)")
    }

    @Test("A final that is left again")
    func leftFinal() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            table.states[try table.state("cancelled")].isFinal = false
        }
        #expect(!Self.differences(suite, table).isEmpty)
        #expect(!suite.differencesInDeclarations(of: table).isEmpty)
    }

    @Test("The token of a violation walks exactly the same again, a hundred times")
    func replay() throws {
        let (suite, table) = try Self.planted(in: "OTPlessSNA") { table in
            let row = try table.row(of: "denied", in: "running")
            table.rows[row].verdict = .move(.state(try table.state("authenticated")))
        }
        let violation = try #require(try Self.violation(suite, table))
        let text = try #require(violation.token.split(separator: ":").last)
        let choices = try #require(ChoiceSequence(text: String(text)))
        #expect(ChoiceSequence(text: "1.+2-") == nil)
        for _ in 0..<100 {
            let again = try #require(suite.violation(along: choices, through: table))
            #expect(again.walk == violation.walk)
            #expect(again.token == violation.token)
        }
    }
}

extension Table {
    fileprivate func state(_ name: String) throws -> Int {
        try #require(states.firstIndex { $0.name == name })
    }

    /// Removes these orders from all `enter` bodies.
    fileprivate mutating func removeEnterOrders(where isRemoved: (Order) -> Bool) {
        for move in moves.indices {
            for body in moves[move].enterBodies.indices {
                moves[move].enterBodies[body].orders.removeAll(where: isRemoved)
            }
        }
    }

    /// The row of an unguarded cell.
    fileprivate func row(of event: String, in state: String) throws -> Int {
        let position = try #require(self.event(named: event))
        let next = try #require(cells[try self.state(state) * events.count + position])
        return try #require({ if case .row(let row) = next { row } else { nil } }())
    }
}
