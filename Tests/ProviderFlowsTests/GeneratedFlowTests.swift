import FlowFixtures
import FlowMachine
import KeywayCore
import KeywayPacked
import KeywaySuites
import KeywayTesting
import ProviderFlows
import Testing

/// Each shipped flow, executed by the interpreter, by its generated code and by its readable switch.
@Suite("The generated flows")
struct GeneratedFlowTests {
    @Test("Each shipped spec has its generated flow, with the very table and places that are built of the spec")
    func tables() throws {
        let (names, made) = (try ShippedFlows.all().map(\.table.name), ProviderFlows.all.map { $0.table.name })
        #expect(made.sorted() == names.sorted())
        for flow in ProviderFlows.all {
            let spec = try ShippedFlows.named(flow.table.name)
            #expect(flow.table == spec.table)
            #expect(flow.table.canonicalBytes == spec.table.canonicalBytes)
            #expect(flow.annotations == spec.annotations)
        }
    }

    @Test("Packed runs that began with a parameter outside its range are refused, as such a live run is")
    func packedParameters() {
        for (seconds, isInRange) in [(29, false), (30, true), (120, true), (121, false)] {
            let packed = PackedFlow(OTPlessSNA.self, parameters: .init(patience: .seconds(seconds)))
            #expect((packed != nil) == isInRange, "\(seconds)")
        }
    }

    /// A readable switch whose flow is compared, and how much of the flow the comparison has to cover.
    struct Compared {
        let type: any ReadableSwitch.Type
        /// More arrivals than these are compared. An arrival is one event as it can come to one state.
        let arrivals: Int
        /// Whether the flow can be packed: packed runs have no room for sub-flows and lanes.
        var isPacked = true
        /// More than so many of a hundred arrivals are packed. A cell whose guards ask more than packed outcomes have room for is left to
        /// the table.
        var packedShare = 95
    }

    static let switches = [
        Compared(type: AccountDeletionSwitch.self, arrivals: 353),
        Compared(type: OfflineOTPSwitch.self, arrivals: 1_200),
        Compared(type: OTPlessSNASwitch.self, arrivals: 450),
        Compared(type: OTPlessSmartAuthSwitch.self, arrivals: 8_000, packedShare: 80),
        Compared(type: PhoneLoginSwitch.self, arrivals: 3_000, isPacked: false),
        Compared(type: PowerAuthActivationSwitch.self, arrivals: 8_000, packedShare: 60),
        Compared(type: PowerAuthBiometrySwitch.self, arrivals: 1_000),
        Compared(type: PowerAuthOfflineSwitch.self, arrivals: 400),
        Compared(type: PowerAuthRequestSwitch.self, arrivals: 7_500, isPacked: false),
        Compared(type: PowerAuthTokenRemovalSwitch.self, arrivals: 430),
        Compared(type: TruecallerOTPSwitch.self, arrivals: 1_500, packedShare: 85),
        Compared(type: TruecallerOneTapSwitch.self, arrivals: 770),
    ]

    @Test("Interpreter, table, packed flow and switch agree on every cell and every guard witness")
    func agreement() throws {
        var compared: [String] = []
        for expected in Self.switches {
            let flow = Self.flow(of: expected.type)
            compared.append(flow)
            let comparison = try Self.compare(expected.type)
            #expect(comparison.differences == [], "\(flow)")
            // What is compared is counted, so that it cannot become nothing unnoticed.
            #expect(
                comparison.arrivals > expected.arrivals && comparison.switchedCount > expected.arrivals,
                "\(flow): \(comparison.arrivals) arrivals, of which the switch decides \(comparison.switchedCount)")
            // An arrival is not packed where a number would leave its range, which the rules prove never to come, or where its
            // cell is left to the table, for which `packedShare` has room.
            let isPackedAsExpected =
                expected.isPacked
                ? comparison.packedCount * 100 > comparison.arrivals * expected.packedShare
                : comparison.packedCount == 0
            #expect(isPackedAsExpected, "\(flow): \(comparison.packedCount) of \(comparison.arrivals)")
        }
        for flow in ProviderFlows.all where !compared.contains(flow.table.name) {
            Issue.record("add to 'switches': \(try Self.line(for: flow.table))")
        }
        #expect(Set(compared).count == compared.count, "a switch is compared twice")
    }

    /// The line to add to `switches` for a flow, with 19 of 20 of its arrivals.
    private static func line(for table: Table) throws -> String {
        let arrivals = Arrival.all(at: try ShippedFlows.named(table.name).machine).count * 19 / 20
        let end = PackedTable(table) == nil ? ", isPacked: false" : ""
        return "Compared(type: \(table.name)Switch.self, arrivals: \(arrivals)\(end)),"
    }

    static func flow<Switch: ReadableSwitch>(of _: Switch.Type) -> String { Switch.Decided.table.name }

    private static func compare<Switch: ReadableSwitch>(_ type: Switch.Type) throws -> ExecutionComparison {
        try ExecutionComparison.compare(Switch.Decided.self, type)
    }

    @Test("Events and contexts come back from their values, and from no others")
    func codec() throws {
        for flow in ProviderFlows.all { try Self.expectRoundTrips(of: flow) }
    }

    private static func expectRoundTrips<Decided: Flow>(of flow: Decided.Type) throws {
        let spec = try ShippedFlows.named(flow.table.name)
        // Expectations for each of the many arrivals would take minutes.
        var lost: [String] = []
        for arrival in Arrival.all(at: spec.machine) {
            let event = try Decided.Event(position: arrival.event.position, values: arrival.event.fields)
            let context = try Decided.Context(values: arrival.run.values)
            let isSame =
                event.position == arrival.event.position && event.values == arrival.event.fields
                && context.values == arrival.run.values
            let isLonger = isMismatch { try Decided.Event(position: event.position, values: event.values + [nil]) }
            let isShorter = isMismatch { try Decided.Context(values: arrival.run.values.dropLast()) }
            if !isSame || !isLonger || !isShorter { lost.append("\(arrival)") }
        }
        #expect(lost == [], "\(flow.table.name)")
        #expect(throws: Value.Mismatch.self) { try Decided.Event(position: 999, values: []) }
    }

    /// Whether the values are refused as others than the flow's.
    private static func isMismatch<Made>(_ make: () throws -> Made) -> Bool {
        do {
            _ = try make()
            return false
        } catch {
            return error is Value.Mismatch
        }
    }
}
