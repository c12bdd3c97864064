import FlowLanguage
import Testing

@testable import FlowRules

/// Forms of Truecaller's flows that treat the person badly: every rule lets them pass, and a scenario of the flow refutes each.
@Suite("What a person holds counts in Truecaller's flows")
struct UnkindTruecallerTests {
    static let forms = [
        UnkindForm(
            flow: "OTP", row: "countryCode; token = nil; newer", unkind: "countryCode; newer",
            loss: "the question about the first number signs the person in who asked for another"),
        UnkindForm(
            flow: "OTP", row: "on denied when newer absent -> back { cause = told; token = nil }",
            unkind: "on denied when newer absent -> failed { why = abandoned; cause = told }",
            loss: "a denial of the first number's token ends the second's run"),
        UnkindForm(
            flow: "OTP", row: "on denied when newer absent -> back { cause = told; token = nil }",
            unkind: "on denied when newer absent -> lapsed { sent = over; cause = told; token = nil; clear ttl }",
            loss: "a denial of the first number's token takes the second's code from the screen"),
        UnkindForm(
            flow: "OTP", row: "back { cause = told; token", unkind: "back { cause = denied; token",
            loss: "a denial of the first number's token takes the place of why the second number got no code"),
        UnkindForm(
            flow: "OTP", row: "    on refused stay { keep cause; told = cause }\n    ignore failed",
            unkind: "    ignore refused\n    ignore failed",
            loss: "a question about the first number's token hides why the second number got no code"),
        UnkindForm(
            flow: "OTP", row: "on refused stay { keep cause; told = cause }  // behind",
            unkind: "ignore refused  // behind",
            loss: "why the second number got no code is not told once the first one's token was denied"),
        UnkindForm(
            flow: "OTP", row: "on failed when token present and newer absent stay { newer = token",
            unkind: "on failed when token present and newer absent stay { told = cause; newer = token",
            loss: "who has to mend the backend is told of a profile that failed, and not of the denial"),
        UnkindForm(
            flow: "OTP", row: "state awaiting waits for user {",
            unkind: "state awaiting waits for user {\n    late confirmed",
            loss: "our backend's yes is dropped because it took longer than a minute"),
        UnkindForm(
            flow: "OTP", row: "otherNumber { sent = nothing }", unkind: "otherNumber { sent = over }",
            loss: "a code is asked for that was never sent to the second number"),
        UnkindForm(
            flow: "OTP", row: "verifiedBefore -> inTurn { newer = token; sent = nothing; clear ttl }",
            unkind: "verifiedBefore -> inTurn { newer = token }",
            loss: "a code is asked for that the SDK can no longer verify"),
        UnkindForm(
            flow: "OTP", row: "on agreed -> inTurn { newer = token }",
            unkind: "on agreed -> inTurn { newer = token; sent = nothing; clear ttl }",
            loss: "another person's profile takes a good code from the screen"),
        UnkindForm(
            flow: "OTP",
            row: """
                on otpInitiated stay { sent = alive; set ttl ttl }
                    on failed when token present -> inTurn { newer = token; sent = nothing; clear ttl }
                """,
            unkind: """
                on otpInitiated stay { sent = alive; set ttl ttl }
                    on failed when token present -> inTurn { newer = token }
                """,
            loss: "who types a code that the SDK can no longer verify is asked for it again, and no try is counted"),
        UnkindForm(
            flow: "OTP", row: "verifiedBefore when newer absent stay { newer = token; sent = nothing; clear ttl }",
            unkind: "verifiedBefore when newer absent stay { newer = token }",
            loss: "a code is asked for that a second token has made useless"),
        UnkindForm(
            flow: "OTP", row: "stay { sent = alive; mine = true; set ttl ttl }", unkind: "stay { mine = true }",
            loss: "a code that is sent while an older token is asked about cannot be typed"),
        UnkindForm(
            flow: "OTP", row: "when token present -> checking\n",
            unkind: "when token present -> checking { token = newer; newer = nil }\n",
            loss: "our backend's yes about the person's own token is lost because another one came"),
        UnkindForm(
            flow: "OTP", row: "back { cause = told; token = nil }", unkind: "back { cause = told }",
            loss: "a token that was denied is asked about again before the person's own"),
        UnkindForm(
            flow: "OTP", row: "enter { do checkToken(token, phone, countryCode) }",
            unkind: "enter { clear ttl; do checkToken(token, phone, countryCode) }",
            loss: "an older token stops the clock of the code in hand"),
        UnkindForm(
            flow: "OTP",
            row: "awaiting { sent = alive; mine = true; set ttl ttl }\n    on failed",
            unkind: "awaiting { sent = alive; mine = true; triesLeft = tries; set ttl ttl }\n    on failed",
            loss: "whoever guesses codes gets five more tries with each new code"),
        UnkindForm(
            flow: "OTP", row: "reject changeNumber when sendsLeft == 0 or triesLeft == 0",
            unkind: "on changeNumber when sendsLeft == 0 or triesLeft == 0 -> failed { why = tooManySends }",
            loss: "a code with minutes to live, for one tap too many"),
        UnkindForm(
            flow: "OTP", row: "reject resend when token absent and triesLeft > 0 and sendsLeft == 0 and sent == over",
            unkind: """
                on resend when token absent and triesLeft > 0 and sendsLeft == 0 and sent == over -> failed {
                  why = tooManySends
                }
                """,
            loss: "a code that can still be typed, for one tap too many"),
        UnkindForm(
            flow: "OTP", row: "otherNumber { sent = crossing }", unkind: "otherNumber { sent = nothing }",
            loss: "why the second number got no code is not told behind the first one's, and no other is asked for"),
        UnkindForm(
            flow: "OTP", row: "on otpInitiated when sent == crossing stay { sent = over; mine = true }",
            unkind: "on otpInitiated when sent == crossing -> awaiting { sent = alive; mine = true; set ttl ttl }",
            loss: "whose second number is refused before the first one's code comes cannot ask for another one"),
        UnkindForm(
            flow: "OTP", row: "      cause = nil\n      told = denied\n      set ttl", unkind: "      set ttl",
            loss: "who has not typed the second number's code yet reads that the first one's was wrong"),
        UnkindForm(
            flow: "OTP", row: "on failed when token absent and cause == network stay { keep cause }\n    ignore failed",
            unkind: "ignore failed when token absent and cause == network\n    ignore failed",
            loss: "who waits behind the first number's code is not told that the second was never asked for"),
        UnkindForm(
            flow: "OTP", row: "lapsed { sendsLeft = 1; keep cause }", unkind: "lapsed { keep cause }",
            loss: "three taps without a network take the last code, for which nothing was asked"),
        UnkindForm(
            flow: "OTP", row: "stay { token = nil; cause = told }", unkind: "stay { token = nil }",
            loss: "who has to mend the backend is told of a silence where it denied"),
        UnkindForm(
            flow: "OTP", row: "on resend when token present -> checking { cause = nil }",
            unkind: "reject resend when token present",
            loss: "who was verified cannot have our backend asked again, and has no other way on"),
        UnkindForm(
            flow: "OTP", row: "  ignore unreachable ", unkind: "  on unreachable stay { token = nil } ",
            loss: "a token that our backend has not answered about is forgotten, and another code asked for"),
        UnkindForm(
            flow: "OTP", row: "token absent and cause in { internal, other } -> back",
            unkind: "token absent and cause in { internal, noView, other } -> back",
            loss: "a request that had no screen counts as a wrong code"),
        UnkindForm(
            flow: "OTP", row: "on unheard -> lapsed { sent = nothing; clear ttl }", unkind: "on unheard -> back",
            loss: "a code that a silent answer has made useless is asked for until the tries are over"),
        UnkindForm(
            flow: "OTP", row: "on unanswered -> lapsed { sent = nothing }", unkind: "on unanswered -> lapsed",
            loss: "a code whose place a silent answer took is asked for until the tries are over"),
        UnkindForm(
            flow: "OTP",
            row: "on failed when token absent and cause == tokenless -> lapsed { keep cause; sent = nothing }  //",
            unkind: "on failed when token absent and cause == tokenless -> lapsed { keep cause }  //",
            loss: "a code whose place a success without a token took is asked for until the tries are over"),
        UnkindForm(
            flow: "OTP",
            row: "on failed when token present and sent == over -> inTurn { newer = token; sent = nothing }",
            unkind: "on failed when token present and sent == over -> lapsed { keep cause }",
            loss: "who typed the right code is asked for another one because storing the profile failed"),
        UnkindForm(
            flow: "OTP", row: "lapsed { keep cause; sent = nothing; clear ttl }",
            unkind: "back { triesLeft -= 1; keep cause }",
            loss: "a success without a token counts as a wrong code"),
        UnkindForm(
            flow: "OneTap", row: "    on failed stay { keep cause }\n",
            unkind: """
                    on failed when cause in { notSetUp, noTruecaller } -> closing { keep cause }
                    on failed otherwise stay { keep cause }

                """,
            loss: "a failure of another call ends the run while the person is in Truecaller's app"),
        UnkindForm(
            flow: "OneTap", row: "    ignore asked  // said twice, or of an earlier run\n",
            unkind: "    ignore asked\n    after 2m -> failed { why = notOpened }\n",
            loss: "who takes their time in Truecaller's app comes back to an ended run"),
        UnkindForm(
            flow: "OneTap", row: "on denied when newer absent -> goOn { profile = nil }",
            unkind: "on denied when newer absent -> closing { cause = denied }",
            loss: "another run's profile ends this one before the person's own can come"),
        UnkindForm(
            flow: "OneTap", row: "stay { profile = nil; cause = denied }", unkind: "stay { profile = nil }",
            loss: "who has to mend the backend is told of a silence where it denied"),
        UnkindForm(
            flow: "OneTap", row: "on again when profile present -> checking { cause = nil }",
            unkind: "on again when profile present -> opening",
            loss: "who agreed is sent to Truecaller's app again, where our backend alone was silent"),
        UnkindForm(
            flow: "OneTap", row: "  ignore unreachable ", unkind: "  on unreachable stay { profile = nil } ",
            loss: "a profile that our backend has not answered about is forgotten, and the person has to agree again"),
        UnkindForm(
            flow: "OneTap", row: "when profile present -> checking\n",
            unkind: "when profile present -> checking { profile = newer; newer = nil }\n",
            loss: "our backend's yes about the person's own profile is lost because another one came"),
        UnkindForm(
            flow: "OneTap", row: "on agreed when newer present stay { newest = profile }",
            unkind: "on agreed when newer present stay { newer = profile }",
            loss: "the person's own profile is forgotten for one that comes a second time"),
        UnkindForm(
            flow: "OneTap", row: "when place == seeking -> seeking", unkind: "when place == seeking -> away",
            loss: "who begins anew with another run's URL is left waiting for Truecaller, which nobody opened"),
        UnkindForm(
            flow: "OneTap", row: "when place == closing -> closing", unkind: "when place == closing -> away",
            loss: "who cannot be signed in by one tap waits for it until the session is over"),
    ]

    @Test("A scenario refutes each unkind form of Truecaller's flows", arguments: forms)
    func refuted(form: UnkindForm) throws {
        let errors = try form.errors(in: "Truecaller")
        #expect(!errors.isEmpty && errors.allSatisfy { $0.code == .scenarioFails }, "\(errors)")
    }
}
