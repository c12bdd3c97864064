import Keyway
import KeywaySuites
import KeywayTesting
import ProviderFlows
import Testing

/// What would go unnoticed proves nothing: a fault in one reading must make the comparison fail.
@Suite("A planted fault is caught")
struct PlantedFaultTests {
    @Test("In a guard of the cell index")
    func guards() throws {
        let agreement = try Agreement.compare(
            OTPlessSNA.self, OTPlessSNASwitch.self, reducer: FlowReducer<WrongGuard>())
        #expect(!agreement.differences.isEmpty)
        #expect(agreement.differences.allSatisfy { $0.hasPrefix("index: start in idle") })
    }

    @Test("In a guard, by the generated suite")
    func generatedSuite() throws {
        let states = OTPlessSNATests.spec.states
        #expect(states.flatMap { OTPlessSNATests.spec.differences(in: $0, of: FlowReducer<OTPlessSNA>()) } == [])
        let differences = states.flatMap { OTPlessSNATests.spec.differences(in: $0, of: FlowReducer<WrongGuard>()) }
        #expect(Set(differences.map(\.state)) == ["idle"])
        #expect(differences.allSatisfy { $0.arrival.hasPrefix("start(") })
        #expect(!differences.isEmpty)
    }

    @Test("In the switch, by the generated suite")
    func generatedSwitch() throws {
        let differences = OTPlessSNATests.spec.states.flatMap {
            OTPlessSNATests.spec.differences(in: $0, of: WrongSwitch.self)
        }
        #expect(Set(differences.map(\.arrival)) == ["oneTap"])
        #expect(Set(differences.map(\.state)) == ["closing"])
    }

    @Test("In the switch")
    func readableSwitch() throws {
        let agreement = try Agreement.compare(OTPlessSNA.self, WrongSwitch.self)
        #expect(!agreement.differences.isEmpty)
        #expect(agreement.differences.allSatisfy { $0.hasPrefix("switch: oneTap in closing") })
    }

    @Test("In the planned table, at any question")
    func planning() throws {
        for position in TruecallerOTP.table.decisions.indices {
            var table = TruecallerOTP.table
            let decision = table.decisions[position]
            table.decisions[position] = Decision(
                test: decision.test, ifTrue: decision.ifFalse, ifFalse: decision.ifTrue)
            let agreement = try Agreement.compare(TruecallerOTP.self, TruecallerOTPSwitch.self, reducer: table)
            #expect(!agreement.differences.isEmpty, "decision \(position)")
        }
    }
}

/// `OTPlessSNA` with its first guard turned round.
private enum WrongGuard: Flow {
    typealias State = OTPlessSNA.State
    typealias Event = OTPlessSNA.Event
    typealias Effect = OTPlessSNA.Effect
    typealias Context = OTPlessSNA.Context

    static let table = OTPlessSNA.table
    static let annotations = OTPlessSNA.annotations
    static let index = OTPlessSNA.index

    static func answers(_ context: Context, _ event: Event) -> Answers {
        var answers = Answers()
        answers[0] = !context.sdkBroken
        return answers
    }
}

/// The switch of `OTPlessSNA` with one wrong case.
private struct WrongSwitch: ReadableSwitch {
    typealias Decided = OTPlessSNA

    var scene: SwitchScene<OTPlessSNA>

    mutating func verdict(
        in state: OTPlessSNA.State, on event: OTPlessSNA.Event
    ) throws(UnfitValues) -> SwitchVerdict<OTPlessSNA.State> {
        if state == .closing, event == .oneTap { return .stay }
        var right = OTPlessSNASwitch(scene: scene)
        defer { scene = right.scene }
        return try right.verdict(in: state, on: event)
    }

    mutating func verdict(
        in state: OTPlessSNA.State, onStale event: OTPlessSNA.Event
    ) throws(UnfitValues) -> SwitchVerdict<OTPlessSNA.State> { .stale }
}
