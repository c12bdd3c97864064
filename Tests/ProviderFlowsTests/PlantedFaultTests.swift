import FlowFixtures
import Keyway
import KeywayCore
import KeywayPacked
import KeywaySuites
import KeywayTesting
import ProviderFlows
import Testing

/// A comparison that misses faults proves nothing, so it has to fail where a fault is planted in one execution of a flow.
@Suite("A planted fault is caught")
struct PlantedFaultTests {
    @Test("A fault in a generated guard is caught by the comparison, at the cells that ask the guard")
    func guards() throws {
        let comparison = try ExecutionComparison.compare(WrongGuard.self, OTPlessSNASwitch.self)
        #expect(!comparison.differences.isEmpty)
        // Both cells ask the guard.
        let places = ["guards: start in idle", "guards: restored in idle"]
        #expect(comparison.differences.allSatisfy { difference in places.contains { difference.hasPrefix($0) } })
    }

    @Test("A question of the table with exchanged answers is caught by the generated suite")
    func generatedSuite() throws {
        let states = OTPlessSNATests.spec.states
        #expect(states.flatMap { OTPlessSNATests.spec.differences(in: $0, of: OTPlessSNA.table) } == [])
        let wrong = OTPlessSNA.table.withAnswersExchanged(0)
        let differences = states.flatMap { OTPlessSNATests.spec.differences(in: $0, of: wrong) }
        #expect(Set(differences.map(\.state)) == ["idle"])
        #expect(differences.allSatisfy { $0.arrival.hasPrefix("start(") })
        #expect(!differences.isEmpty)
    }

    @Test("A table that cannot be read is caught by every part of the generated suite, and refused by packing and runs")
    func unreadableTable() async throws {
        let fault = try #require(Unreadable.table.fault)
        let spec = OTPlessSNATests.spec
        #expect(spec.differencesInDeclarations(of: Unreadable.table) == [Difference(fault)])
        for state in spec.states {
            #expect(spec.differences(in: state, of: Unreadable.table) == [Difference(fault)])
            #expect(spec.differences(in: state, ofPacked: Unreadable.self) == [Difference(fault)])
            #expect(spec.differences(in: state, of: UnreadableSwitch.self) == [Difference(fault)])
        }
        #expect(throws: fault) { try spec.walk(1, through: Unreadable.table) }
        #expect(PackedFlow<Unreadable>() == nil)
        await #expect(throws: RunError.unreadableFlow(fault)) {
            try await TestRun(Unreadable.self) { UnreadableHandlers() }
        }
    }

    @Test("A fault in the switch is caught by the generated suite")
    func generatedSwitch() throws {
        let differences = OTPlessSNATests.spec.states.flatMap {
            OTPlessSNATests.spec.differences(in: $0, of: WrongSwitch.self)
        }
        #expect(!differences.isEmpty && differences.allSatisfy { $0.arrival.hasPrefix("oneTap") })
        #expect(Set(differences.map(\.state)) == ["closing"])
    }

    @Test("A fault in the switch is caught by the comparison")
    func readableSwitch() throws {
        let comparison = try ExecutionComparison.compare(OTPlessSNA.self, WrongSwitch.self)
        #expect(!comparison.differences.isEmpty)
        #expect(comparison.differences.allSatisfy { $0.hasPrefix("switch: oneTap in closing") })
    }

    @Test("Exchanged answers to any one question of a table are caught by the comparison")
    func planning() throws {
        #expect(!TruecallerOTP.table.questions.isEmpty)
        for position in Array(TruecallerOTP.table.questions.indices).drawn(10) {
            let comparison = try ExecutionComparison.compare(
                TruecallerOTP.self, TruecallerOTPSwitch.self,
                table: TruecallerOTP.table.withAnswersExchanged(position))
            #expect(!comparison.differences.isEmpty, "question \(position)")
        }
    }
}

extension Table {
    /// The table with the yes and the no of one question exchanged.
    fileprivate func withAnswersExchanged(_ position: Int) -> Table {
        var table = self
        let question = questions[position]
        table.questions[position] = Question(test: question.test, ifTrue: question.ifFalse, ifFalse: question.ifTrue)
        return table
    }
}

/// `OTPlessSNA` with the first answer of its generated guards negated.
private enum WrongGuard: PackableFlow {
    typealias State = OTPlessSNA.State
    typealias Event = OTPlessSNA.Event
    typealias Command = OTPlessSNA.Command
    typealias Effect = OTPlessSNA.Effect
    typealias Context = OTPlessSNA.Context
    typealias EffectSet = OTPlessSNA.EffectSet

    static let table = OTPlessSNA.table
    static let annotations = OTPlessSNA.annotations
    static let packing = OTPlessSNA.packing

    static func answers(variables: UInt64, fields: UInt64) -> UInt64 {
        OTPlessSNA.answers(variables: variables, fields: fields) ^ 1
    }
}

/// `OTPlessSNA` with a table that cannot be read.
private enum Unreadable: PackableFlow {
    typealias State = OTPlessSNA.State
    typealias Event = OTPlessSNA.Event
    typealias Command = OTPlessSNA.Command
    typealias Effect = OTPlessSNA.Effect
    typealias Context = OTPlessSNA.Context
    typealias EffectSet = OTPlessSNA.EffectSet

    static let table = Table(embedded: "", of: "OTPlessSNA")
    static let annotations = OTPlessSNA.annotations
    static let packing = PackedTable(table)?.fingerprint ?? 0

    static func answers(variables: UInt64, fields: UInt64) -> UInt64 { 0 }
}

private struct UnreadableHandlers: FlowEffects {
    typealias Performed = Unreadable

    nonisolated(nonsending) func perform(_ effect: Unreadable.Effect) async throws -> Unreadable.Event? { nil }
}

private struct UnreadableSwitch: ReadableSwitch {
    typealias Decided = Unreadable

    var progress: SwitchProgress<Unreadable>

    mutating func verdict(
        in state: OTPlessSNA.State, on event: OTPlessSNA.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<OTPlessSNA.State> { .stale }

    mutating func verdict(
        in state: OTPlessSNA.State, onStale event: OTPlessSNA.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<OTPlessSNA.State> { .stale }
}

/// The switch of `OTPlessSNA` with one wrong case.
private struct WrongSwitch: ReadableSwitch {
    typealias Decided = OTPlessSNA

    var progress: SwitchProgress<OTPlessSNA>

    mutating func verdict(
        in state: OTPlessSNA.State, on event: OTPlessSNA.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<OTPlessSNA.State> {
        if state == .closing, case .oneTap = event { return .stay }
        var right = OTPlessSNASwitch(progress: progress)
        defer { progress = right.progress }
        return try right.verdict(in: state, on: event)
    }

    mutating func verdict(
        in state: OTPlessSNA.State, onStale event: OTPlessSNA.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<OTPlessSNA.State> { .stale }
}
