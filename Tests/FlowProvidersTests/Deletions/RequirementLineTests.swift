import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import Testing

/// Each `require` of a shipped flow is there against a way around it, which the explorer takes when a row opens it.
@Suite("The `require` lines of the shipped flows")
struct RequirementLineTests {
    /// A row that is written as it must not be.
    struct WayAround: CustomTestStringConvertible, Sendable {
        var flow: String
        var requirement: String
        /// The row as the flow has it.
        var row: String
        var mistaken: String

        var testDescription: String { "\(flow): \(mistaken)" }
    }

    static let waysAround = [
        WayAround(
            flow: "OTPlessSNA", requirement: "authenticated only after confirmed", row: "on oneTap -> confirming",
            mistaken: "on oneTap -> authenticated"),
        WayAround(
            flow: "OTPlessSmartAuth", requirement: "authenticated only after confirmed",
            row: "when requestId present -> confirming", mistaken: "when requestId present -> authenticated"),
        WayAround(
            flow: "TruecallerOTP", requirement: "authenticated only after confirmed",
            row: "on verificationComplete, verifiedBefore -> checking { keep token }  // whenever",
            mistaken: "on verificationComplete, verifiedBefore -> authenticated { keep token }  // whenever"),
        WayAround(
            flow: "OfflineOTP", requirement: "presented only after generated, bioMade",
            row: "on bioCancelled -> choosing", mistaken: "on bioCancelled -> presented"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after answered", row: "on cached -> sending",
            mistaken: "on cached -> completing"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after do complete",
            row: "on answered when answer == ok -> completing", mistaken: "on answered when answer == ok -> succeeded"),
        WayAround(
            flow: "PhoneLogin",
            requirement: "authenticated only after silent.authenticated, smart.authenticated, truecaller.authenticated",
            row: "on silent.cancelled, giveUpThisWay -> smartness",
            mistaken: "on silent.cancelled, giveUpThisWay -> authenticated"),
        WayAround(
            flow: "PhoneLogin", requirement: "codePresented only after offline.presented",
            row: "on offline.cancelled -> failed { why = exhausted }", mistaken: "on offline.cancelled -> codePresented"
        ),
    ]

    @Test("Each holds, and a row that goes around it breaks it", arguments: waysAround)
    func broken(way: WayAround) throws {
        let text = String(decoding: try ShippedFlows.named(way.flow).source.bytes, as: UTF8.self)
        let mistaken = text.replacing(way.row, with: way.mistaken, maxReplacements: 1)
        #expect(mistaken != text, "the flow has no row '\(way.row)'")
        #expect(try verdict(on: way.requirement, in: text) == .proved)
        #expect(try verdict(on: way.requirement, in: mistaken) == .broken)
    }

    /// Counters begin where one more is the last: that there is a way does not depend on how often one may try.
    private func verdict(on requirement: String, in text: String) throws -> FlowExploration.Verdict? {
        let impatient = text.replacing(/int 0\.\.\.(\d) = 0/) { bound in
            "int 0...\(bound.1) = \((Int(bound.1) ?? 1) - 1)"
        }
        let flow = try LoadedFlow(impatient, path: "impatient.flow", among: ShippedFlows.directory())
        return try explore(flow.machine).verdict(on: requirement)
    }

    @Test("All have such a row here")
    func complete() throws {
        let declared = try ShippedFlows.all().flatMap { flow in
            flow.machine.requirements.map { "\(flow.table.name): \($0.text)" }
        }
        #expect(declared.sorted() == Self.waysAround.map { "\($0.flow): \($0.requirement)" }.sorted())
    }
}
