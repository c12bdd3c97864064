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
            row: "when requestId present -> confirming\n    when requestId absent  -> doubt",
            mistaken: "when requestId present -> authenticated\n    when requestId absent  -> doubt"),
        WayAround(
            flow: "OTPlessSmartAuth",
            requirement: "authenticated only after do checkToken, do checkStatus since changeNumber",
            row: "late confirmed, denied when requestId absent  //",
            mistaken: "on confirmed when requestId absent -> authenticated\n  late denied when requestId absent  //"),
        WayAround(
            flow: "TruecallerOTP", requirement: "authenticated only after confirmed",
            row: "on verificationComplete, verifiedBefore -> checking { keep token }  // whenever",
            mistaken: "on verificationComplete, verifiedBefore -> authenticated { keep token }  // whenever"),
        // The first number's question is answered with yes.
        WayAround(
            flow: "TruecallerOTP", requirement: "authenticated only after do checkToken since changeNumber",
            row: "late confirmed, denied, unreachable",
            mistaken: "on confirmed -> authenticated\n  late denied, unreachable"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do request(phone) with the latest phone",
            row: "sendAgain { keep phone; newer = nil;", mistaken: "sendAgain { newer = nil;"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do checkToken(phone) with the latest phone",
            row: "sendAgain { keep phone; newer = nil;", mistaken: "sendAgain { newer = nil;"),
        WayAround(
            flow: "TruecallerOneTap", requirement: "authenticated only after confirmed",
            row: "on agreed -> checking { keep profile }", mistaken: "on agreed -> authenticated { keep profile }"),
        WayAround(
            flow: "OfflineOTP", requirement: "presented only after generated, bioMade",
            row: "on bioCancelled -> choosing", mistaken: "on bioCancelled -> presented"),
        WayAround(
            flow: "AccountDeletion", requirement: "removed only after deleted, gone",
            row: "on noAnswer -> looking { trouble = noAnswer }", mistaken: "on noAnswer -> removed"),
        WayAround(
            flow: "AccountDeletion", requirement: "do deleteAccount only after confirm since found",
            row: "on found -> asking", mistaken: "on found -> deleting"),
        WayAround(
            flow: "AccountDeletion", requirement: "do deleteAccount(account) with the latest account",
            row: "on start -> looking { keep account }",
            mistaken: "on start when account absent -> looking { keep account }\n  on start otherwise -> looking"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after answered", row: "on cached -> sending",
            mistaken: "on cached -> completing"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after do complete",
            row: "on answered when answer == ok -> completing", mistaken: "on answered when answer == ok -> succeeded"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "why == refused only after keysRefused, status",
            row: "on persistUnknown -> reopening { do dropUnfinished }",
            mistaken: "on persistUnknown -> failed { why = refused; do dropUnfinished }"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "in blocked only after status since refused",
            row: "on statusUnknown when lead <= 10 or lead == 19 -> asBefore",
            mistaken: "on statusUnknown when lead <= 10 or lead == 19 -> blocked"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "do removeLocal only after status",
            row: "on statusUnknown -> empty",
            mistaken: "on statusUnknown -> empty { do removeLocal }"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "do forget only after remove",
            row: "on close -> failed { why = blocked }",
            mistaken: "on close -> failed { why = blocked; do forget }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == missingActivation only after missing",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = missingActivation }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == signError only after missing, signFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = signError }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == tokenError only after tokenFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = tokenError }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == apiError only after answered",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = apiError }"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "enabled only after factorKept",
            row: "on added -> reading { asked = true }",
            mistaken: "on added -> ready"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "obstacle == refused only after addRefused",
            row: "on addLost -> reading { obstacle = lost }",
            mistaken: "on addLost -> reading { obstacle = refused }"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "do removeFactor only after turnOff",
            row: "state invalidated waits for user {}",
            mistaken: "state invalidated waits for user { enter { do removeFactor } }"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "removed only after tokenRemoved",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> removed"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "obstacle == refused only after removalRefused",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = refused }"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "do dropToken only after discard, forget",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = lost; do dropToken(name) }"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "presented only after codeMade",
            row: "on notSigned -> confirming { keep hindrance }",
            mistaken: "on notSigned -> presented"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "do makeCode only after genuine since scan",
            row: "on unverified -> idle",
            mistaken: "on unverified -> another"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "why == forged only after forged",
            row: "on unverified -> idle",
            mistaken: "on unverified -> failed { why = forged }"),
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

    @Test("Each holds, and a row that goes around it breaks it", arguments: Set(waysAround.map(\.flow)).sorted())
    func broken(flow: String) throws {
        let text = String(decoding: try ShippedFlows.named(flow).source.bytes, as: UTF8.self)
        // The flow as it is, is explored once for all of its requirements.
        let sound = try explored(text)
        for way in Self.waysAround where way.flow == flow {
            let mistaken = text.replacing(way.row, with: way.mistaken, maxReplacements: 1)
            #expect(mistaken != text, "the flow has no row '\(way.row)'")
            #expect(sound.verdict(on: way.requirement) == .proved, "\(way)")
            #expect(try explored(mistaken).verdict(on: way.requirement) == .broken, "\(way)")
        }
    }

    /// Counters begin where one more is the last: that there is a way does not depend on how often one may try. A second
    /// number needs a second code.
    private func explored(_ text: String) throws -> FlowExploration {
        let impatient = text.replacing(/int 0\.\.\.(\d) = 0/) { bound in
            "int 0...\(bound.1) = \((Int(bound.1) ?? 1) - 1)"
        }.replacing(/(param \w+: int) (\d+)\.\.\.\d+ = \d+/) { "\($0.1) \($0.2)...\($0.2) = \($0.2)" }
            .replacing("param sends: int 1...1 = 1", with: "param sends: int 2...2 = 2")
        return try explore(
            LoadedFlow(impatient, path: "impatient.flow", among: ShippedFlows.directory()).machine)
    }

    @Test("All have such a row here")
    func complete() throws {
        let declared = try ShippedFlows.all().flatMap { flow in
            flow.machine.requirements.map { "\(flow.table.name): \($0.text)" }
        }
        #expect(declared.sorted() == Self.waysAround.map { "\($0.flow): \($0.requirement)" }.sorted())
    }
}
