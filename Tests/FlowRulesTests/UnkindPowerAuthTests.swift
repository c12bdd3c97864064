import FlowLanguage
import Testing

@testable import FlowRules

/// Forms of PowerAuth's flows that treat the person badly: every rule lets them pass, and a scenario of the flow refutes each.
@Suite("What a person holds counts in PowerAuth's flows")
struct UnkindPowerAuthTests {
    static let forms = [
        UnkindForm(
            flow: "Activation",
            row: """
                otherwise statusUnknown
                       within 65s
                """,
            unkind: """
                otherwise statusUnknown
                       within 20s
                """,
            loss: "an activation that is there is not found while its status waits in the SDK's line"),
        UnkindForm(
            flow: "Activation", row: "-> reopening { lead = 10; obstacle = held; do",
            unkind: "-> reopening { lead = 10; do",
            loss: "whose code was not used is not told so"),
        UnkindForm(
            flow: "Activation", row: "on keysUnreachable -> empty { obstacle = lost; do",
            unkind: "on keysUnreachable -> failed { why = expired; do",
            loss: "a code that may still be good is called expired for want of a network"),
        UnkindForm(
            flow: "Activation", row: "on keysUnreachable -> empty { obstacle = lost; do",
            unkind: "on keysUnreachable -> empty { do",
            loss: "who gives a code without a network is not told why nothing happens"),
        UnkindForm(
            flow: "Activation", row: "{ lead = 0; refusal = nil; obstacle = nil; do",
            unkind: "{ lead = 0; refusal = nil; do",
            loss: "who tries a code again still reads that nobody answered"),
        UnkindForm(
            flow: "Activation", row: "enter { refusal = nil; hindrance = nil; obstacle = nil }",
            unkind: "enter { refusal = nil; hindrance = nil }",
            loss: "an accepted call looks like the lost one before it"),
        UnkindForm(
            flow: "Activation", row: "{ lead += 1; keep refusal; obstacle = lost }",
            unkind: "{ lead += 1; keep refusal }",
            loss: "a call that nobody answered looks like an accepted one"),
        UnkindForm(
            flow: "Activation", row: "{ lead += 1; keep refusal; obstacle = refused }  // FACTS 6: told at once",
            unkind: "{ lead += 1; keep refusal }  // FACTS 6: told at once",
            loss: "a call that the server refused without a code looks like an accepted one"),
        UnkindForm(
            flow: "Activation", row: "{ lead += 1; keep refusal; obstacle = refused }  // FACTS 6: told at once",
            unkind: "{ lead += 1; obstacle = refused }  // FACTS 6: told at once",
            loss: "who gave a wrong password is not told that it was the password"),
        UnkindForm(
            flow: "Activation", row: "on refused -> refreshing { lead += 1", unkind: "on refused -> active { lead += 1",
            loss: "who gave a wrong password is not told how many are left"),
        UnkindForm(
            flow: "Activation", row: "on persistFailed -> keyed { obstacle = notKept }",
            unkind: "on persistFailed -> empty { obstacle = notKept; do dropUnfinished }",
            loss: "keys that another password would keep are thrown away, and the code is used up"),
        UnkindForm(
            flow: "Activation", row: "on persistFailed -> keyed { obstacle = notKept }",
            unkind: "on persistFailed -> keyed",
            loss: "who is asked for a password anew is not told why"),
        UnkindForm(
            flow: "Activation",
            row: """
                -> failed { why = expired }
                    on status when server == active -> active { keep remaining }
                """,
            unkind: """
                -> failed { why = expired }
                    on status when server == active -> failed { why = expired }
                """,
            loss: "an activation that was approved while the person was away is called expired"),
        UnkindForm(
            flow: "Activation", row: "    on statusUnknown -> failed { why = expired }",
            unkind: "    on statusUnknown -> failed { why = abandoned }",
            loss: "who waited to the end for an approval reads that nobody came back"),
        UnkindForm(
            flow: "Activation", row: "lead < 19 -> asBefore { lead += 1 }", unkind: "lead < 19 -> stranded",
            loss: "a good activation looks lost for good because its status was not answered"),
        UnkindForm(
            flow: "Biometry", row: "on open when not online -> asking", unkind: "on open when not online -> reading",
            loss: "a setting that was opened without a network stays useless until it is closed"),
        UnkindForm(
            flow: "Biometry", row: "on statusUnknown -> reading { obstacle = offline }",
            unkind: "on statusUnknown -> reading",
            loss: "who cannot turn biometry on without a network is not told why"),
        UnkindForm(
            flow: "Biometry", row: "on statusUnknown -> reading { obstacle = offline }",
            unkind: "on statusUnknown -> failed { why = noActivation }",
            loss: "a phone without a network is told that it has no activation"),
        UnkindForm(
            flow: "Biometry", row: "-> reading { online = true; obstacle = nil; refusal = nil }",
            unkind: "-> reading { online = true; refusal = nil }",
            loss: "who has a network again still reads that there is none"),
        UnkindForm(
            flow: "Biometry", row: "when not asked and not wanted -> bare",
            unkind: "when not asked and not wanted -> invalidated",
            loss: "who never turned biometry on reads that another face or finger was enrolled"),
        UnkindForm(
            flow: "Offline", row: "nonce = nil; code = nil }\n  ignore restored",
            unkind: "nonce = nil; code = nil; granted = false }\n  ignore restored",
            loss: "a restart before a code is made takes one of the person's codes"),
        UnkindForm(
            flow: "Offline", row: "    reject again when left == 0  ",
            unkind: "    on again when left == 0 -> failed { why = tooManyCodes }  ",
            loss: "the last code leaves the screen, for one tap too many"),
        UnkindForm(
            flow: "Offline", row: "on again when left > 0 -> next",
            unkind: "on again when left > 0 -> next { shown = false }",
            loss: "who typed a code cannot say so once another one is asked for"),
        UnkindForm(
            flow: "Offline", row: "nonce = nil; code = nil }\n      on again",
            unkind: "nonce = nil; code = nil; shown = false }\n      on again",
            loss: "who typed a code cannot say so once the app has died"),
        UnkindForm(
            flow: "Offline", row: "    shown = false\n    hindrance = nil\n", unkind: "    hindrance = nil\n",
            loss: "a code that was typed for the first operation counts for the second"),
        UnkindForm(
            flow: "Offline", row: "on unverified -> idle { hindrance = noAnswer }", unkind: "on unverified -> idle",
            loss: "who has to read the operation again is not told why"),
        UnkindForm(
            flow: "Offline", row: "on unverified -> idle { hindrance = noAnswer }",
            unkind: "on unverified -> failed { why = forged }",
            loss: "a slow phone makes a genuine operation look forged"),
        UnkindForm(
            flow: "Offline", row: "    shown = false\n    hindrance = nil\n", unkind: "    shown = false\n",
            loss: "who reads the operation again is still told that the phone did not answer"),
        UnkindForm(
            flow: "Offline", row: "shown = false; hindrance = noAnswer }", unkind: "shown = false }",
            loss: "who has to confirm again is not told why"),
        UnkindForm(
            flow: "Offline", row: "state hidden waits for user {\n      enter { code = nil }\n",
            unkind: "state hidden waits for user {\n",
            loss: "a code whose life is over can still be read"),
        UnkindForm(
            flow: "Request", row: "after queueing -> completing { reason = timeOut }",
            unkind: "after queueing -> completing { reason = generic }",
            loss: "who waited in the line in vain is not told so"),
    ]

    @Test("A scenario refutes each unkind form of PowerAuth's flows", arguments: forms)
    func refuted(form: UnkindForm) throws {
        let errors = try form.errors(in: "PowerAuth")
        #expect(!errors.isEmpty && errors.allSatisfy { $0.code == .scenarioFails }, "\(errors)")
    }
}
