import FlowFixtures
import FlowMachine
import Keyway
import KeywayTesting
import ProviderFlows
import Testing

/// Each shipped flow, read by the interpreter, by its generated code, and by its readable switch.
@Suite("The generated flows")
struct GeneratedFlowTests {
    @Test("Each shipped spec has its generated flow, with the very table and places that a planner makes of the spec")
    func tables() throws {
        let specs = try ShippedFlows.all()
        #expect(ProviderFlows.all.map { $0.table.name }.sorted() == specs.map(\.table.name).sorted())
        for flow in ProviderFlows.all {
            let spec = try ShippedFlows.named(flow.table.name)
            #expect(flow.table == spec.table)
            #expect(flow.table.canonicalBytes == spec.table.canonicalBytes)
            #expect(flow.annotations == spec.annotations)
        }
    }

    @Test("Interpreter, table, packed flow and switch agree on every cell and every guard witness")
    func agreement() throws {
        let truecaller = try Agreement.compare(TruecallerOTP.self, TruecallerOTPSwitch.self)
        #expect(truecaller.differences == [])
        let silent = try Agreement.compare(OTPlessSNA.self, OTPlessSNASwitch.self)
        #expect(silent.differences == [])
        let smart = try Agreement.compare(OTPlessSmartAuth.self, OTPlessSmartAuthSwitch.self)
        #expect(smart.differences == [])
        let activation = try Agreement.compare(PowerAuthActivation.self, PowerAuthActivationSwitch.self)
        #expect(activation.differences == [])
        let request = try Agreement.compare(PowerAuthRequest.self, PowerAuthRequestSwitch.self)
        #expect(request.differences == [])
        // What is compared is counted, so that it cannot become nothing unnoticed.
        #expect(truecaller.arrivals > 700 && truecaller.switched > 700)
        #expect(silent.arrivals > 180 && silent.switched > 150)
        #expect(smart.arrivals > 8_000 && smart.switched > 8_000)
        #expect(activation.arrivals > 2_000 && activation.switched > 2_000)
        // What is not packed is a number that leaves its range, which the rules prove never to come.
        for agreement in [truecaller, silent, smart, activation] {
            #expect(agreement.packed * 100 > agreement.arrivals * 95)
        }
        #expect(request.arrivals > 500 && request.switched > 500)
    }

    @Test("Events, effects and contexts come back from their values and from their bytes")
    func codec() throws {
        try Self.expectRoundTrips(of: OTPlessSNA.self)
        try Self.expectRoundTrips(of: OTPlessSmartAuth.self)
        try Self.expectRoundTrips(of: PowerAuthActivation.self)
        try Self.expectRoundTrips(of: PowerAuthRequest.self)
        try Self.expectRoundTrips(of: TruecallerOTP.self)
    }

    private static func expectRoundTrips<Decided: Flow>(of flow: Decided.Type) throws {
        let spec = try ShippedFlows.named(flow.table.name)
        for arrival in Arrival.all(at: spec.machine) {
            let event = try Decided.Event(position: arrival.event.position, values: arrival.event.fields)
            #expect(event.position == arrival.event.position)
            #expect(event.values == arrival.event.fields)
            #expect(try Decided.Event(bytes: event.bytes) == event)
            let context = try Decided.Context(values: arrival.run.values)
            #expect(context.values == arrival.run.values)
            #expect(throws: UnfitValues.self) { try Decided.Event(bytes: event.bytes + [0]) }
            #expect(throws: UnfitValues.self) { try Decided.Event(position: 999, values: []) }
            #expect(throws: UnfitValues.self) {
                try Decided.Event(position: event.position, values: event.values + [nil])
            }
            #expect(throws: UnfitValues.self) { try Decided.Context(values: arrival.run.values.dropLast()) }
        }
    }
}
