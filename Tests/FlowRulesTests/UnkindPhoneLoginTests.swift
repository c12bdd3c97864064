import FlowLanguage
import Testing

@testable import FlowRules

/// Forms of PhoneLogin that treat the person badly: every rule lets them pass, and a scenario of the flow refutes each.
///
/// Transcripts refute other forms, as those that are wrong about what a sub-flow tells, in `UnkindLoginTests`.
@Suite("What a person holds counts in PhoneLogin, by its scenarios")
struct UnkindPhoneLoginTests {
    @Test(
        "A scenario refutes each unkind form of PhoneLogin",
        arguments: [
            ("within 7h -> failed", "within 2h -> failed", "Codes that are used slowly are not cut off"),
            (
                "unreachable otherwise unreachable within 30s", "unreachable otherwise unreachable within 10s",
                "A backend that takes eleven seconds for the request is heard"
            ),
            ("set retry 3s", "set retry 40s", "A lost answer about the request is asked for again"),
            (
                "next { noRequest = refused }", "next { noRequest = unreachable }",
                "A silent way that cannot begin is told apart from one that is given up"
            ),
            (
                "on budget stay { methods = nil; why = budget }", "on budget -> failed { why = budget }",
                "A budget that is used up ends no code in hand, and begins no further way"
            ),
            (
                "on budget stay { methods = nil; why = budget }", "on budget stay { why = budget }",
                "A budget that is used up ends no code in hand, and begins no further way"
            ),
            (
                "on budget stay { methods = nil; why = budget }", "on budget stay { methods = nil }",
                "A budget that is used up ends no code in hand, and begins no further way"
            ),
            (
                "      account = nil\n      nonce = nil\n", "      nonce = nil\n",
                "Who gave SmartAuth another number is not signed in by the first one's tap or account"
            ),
            (
                "      account = nil\n      nonce = nil\n", "      account = nil\n",
                "Who gave SmartAuth another number is not signed in by the first one's tap or account"
            ),
            (
                "      account = nil\n      whyTruecaller = why\n", "      whyTruecaller = why\n",
                "Who gave Truecaller another number is not signed in by the first one's account"
            ),
        ])
    func refuted(row: String, unkind: String, title: String) throws {
        let broken = try UnkindForm.errors(ofFlowAt: "PhoneLogin.flow", changing: row, to: unkind).filter {
            $0.code == .scenarioFails
        }
        #expect(broken.contains { $0.message.contains("scenario '\(title)'") }, "\(broken.map(\.message))")
    }
}
