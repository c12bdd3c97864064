import Testing

/// A row of a shipped flow, written as somebody would who trusts the provider's page.
struct MistakenRow: CustomTestStringConvertible, Sendable {
    var flow: SmallProduct
    /// The row as the flow has it, where it stands once.
    var row: String
    /// What stands in its place.
    var mistaken: String
    /// The part of rule 30 that breaks, and the sentence of its violation.
    var rule: String
    var sentence: String

    var testDescription: String { "\(flow): \(mistaken)" }

    /// A row by which a word that may be an earlier attempt's ends the run.
    static func ended(
        _ flow: SmallProduct, by event: String, in state: String, _ row: String, writtenAs mistaken: String
    ) -> MistakenRow {
        MistakenRow(
            flow: flow, row: row, mistaken: mistaken, rule: "30.v",
            sentence: "'\(event)' of an earlier attempt or run ends the run in '\(state)'")
    }

    /// A row by which a word that comes after an accepted success ends the run without the success.
    static func undone(
        _ flow: SmallProduct, by event: String, in state: String, _ row: String, writtenAs mistaken: String
    ) -> MistakenRow {
        MistakenRow(
            flow: flow, row: row, mistaken: mistaken, rule: "30.iv",
            sentence: "after an accepted success, '\(event)' in '\(state)' ends the run without it")
    }

    static let silent: [MistakenRow] = [
        .ended(
            .silent, by: "sdkFailed", in: "racing", "on sdkFailed -> closing { keep failure }",
            writtenAs: "on sdkFailed -> failed { why = refused; do stop }"),
        .ended(
            .silent, by: "initFailed", in: "running", "on initFailed -> closing { failure = setUp }",
            writtenAs: "on initFailed -> failed { why = refused; do stop }"),
        .ended(
            .silent, by: "otherChannel", in: "closing",
            "ignore sdkFailed, initFailed, otherChannel  // FACTS 4, 6",
            writtenAs: "ignore sdkFailed, initFailed\n    on otherChannel -> failed { why = refused; do stop }  //"),
        .undone(
            .silent, by: "sdkFailed", in: "confirming",
            """
                ignore sdkFailed, initFailed, otherChannel
                after 5m
            """,
            writtenAs: """
                    ignore initFailed, otherChannel
                    on sdkFailed -> failed { why = refused; do stop }
                    after 5m
                """),
    ]

    static let code: [MistakenRow] = [
        .ended(
            .code, by: "failed", in: "requesting", "on failed otherwise -> lapsed",
            writtenAs: """
                on failed when token present and sent != over -> failed { why = abandoned }
                    on failed otherwise -> lapsed
                """),
        .ended(
            .code, by: "failed", in: "awaiting", "ignore failed when token absent  // of a verify that we gave up",
            writtenAs: "on failed when token absent -> failed { why = abandoned }"),
        .undone(
            .code, by: "failed", in: "verifying",
            "on failed when token absent and cause == tokenless -> lapsed { keep cause; sent = nothing; clear ttl }",
            writtenAs: "on failed when token absent and cause == tokenless -> failed { why = abandoned }"),
        .undone(
            .code, by: "failed", in: "verifying",
            "on failed otherwise -> back",
            writtenAs: """
                on failed when token absent and cause == network -> failed { why = abandoned }
                    on failed otherwise -> back
                """),
        .ended(
            .code, by: "failed", in: "lapsed", "on failed when token absent and cause == network stay { keep cause }",
            writtenAs: "on failed when token absent and cause == network -> failed { why = abandoned }"),
        MistakenRow(
            flow: .code,
            row: "on verificationComplete, verifiedBefore when newer absent stay { newer = token; sent",
            mistaken: "ignore verificationComplete, verifiedBefore when newer absent  //", rule: "30.iii",
            sentence: "the first success, 'verifiedBefore', is not accepted in 'checking'"),
    ]

    static let smart: [MistakenRow] = [
        .ended(
            .smartAgain, by: "terminated", in: "starting",
            "on terminated -> doubt { why = refused }\n        late exhausted",
            writtenAs: "on terminated -> failed { why = refused; do stop }\n        late exhausted"),
        .ended(
            .smart, by: "exhausted", in: "starting", "late exhausted, silentFailed",
            writtenAs: "late silentFailed\n        on exhausted -> failed { why = refused; do stop }"),
        .ended(
            .smart, by: "silentFailed", in: "starting", "late exhausted, silentFailed",
            writtenAs: "late exhausted\n        on silentFailed -> failed { why = refused; do stop }"),
        .ended(
            .smart, by: "initFailed", in: "starting", "on initFailed when leg == silent -> unready",
            writtenAs: "on initFailed when leg == silent -> failed { why = notReady; do stop }"),
        .ended(
            .smartAgain, by: "setupFailed", in: "starting",
            """
            on setupFailed when obstacle in { input, lapsed, lacking } and requestId absent -> \
            unsent { keep obstacle }
                  on setupFailed when obstacle in { input, lapsed, lacking } and requestId present
            """,
            writtenAs: """
                on setupFailed when obstacle in { input, lacking } and requestId absent -> unsent { keep obstacle }
                      on setupFailed when obstacle == lapsed and requestId absent -> failed { why = refused; do stop }
                      on setupFailed when obstacle in { input, lapsed, lacking } and requestId present
                """),
        .ended(
            .smart, by: "setupFailed", in: "starting",
            """
            on setupFailed when obstacle == limited -> doubt { why = limited; keep obstacle }
                  on setupFailed when obstacle == hopeless
            """,
            writtenAs: """
                on setupFailed when obstacle == limited -> failed { why = limited; do stop }
                      on setupFailed when obstacle == hopeless
                """),
        .ended(
            .smartAgain, by: "setupFailed", in: "starting",
            "on setupFailed when obstacle == hopeless -> doubt { why = refused; keep obstacle }",
            writtenAs: "on setupFailed when obstacle == hopeless -> failed { why = refused; do stop }"),
        .ended(
            .smartAgain, by: "codeRefused", in: "verifying",
            "on codeRefused when refusal in { wrong, other } -> entering",
            writtenAs: """
                on codeRefused when refusal == other -> failed { why = refused; do stop }
                      on codeRefused when refusal == wrong -> entering
                """),
        .ended(
            .smart, by: "codeRefused", in: "verifying", "on codeRefused when refusal in { wrong, other } -> entering",
            writtenAs: """
                on codeRefused when refusal == wrong -> failed { why = refused; do stop }
                      on codeRefused when refusal == other -> entering
                """),
        .ended(
            .smartAgain, by: "setupFailed", in: "verifying",
            "on setupFailed when obstacle == lapsed -> stuck { keep obstacle }",
            writtenAs: "on setupFailed when obstacle == lapsed -> failed { why = refused; do stop }"),
        .ended(
            .smart, by: "initFailed", in: "verifying", "on initFailed -> entering { do initialise }",
            writtenAs: "on initFailed -> failed { why = notReady; do stop }"),
        .ended(
            .smartAgain, by: "linkFailed", in: "starting", "on linkFailed, step -> stuck\n        on terminated",
            writtenAs: """
                on step -> stuck
                        on linkFailed -> failed { why = refused; do stop }
                        on terminated
                """),
    ]

    static let offline: [MistakenRow] = [
        MistakenRow(
            flow: .offline, row: "    after patience -> unanswered\n", mistaken: "", rule: "30.i",
            sentence: "'prompting' can wait for ever: nothing is going on but the session's deadline"),
        MistakenRow(
            flow: .offline, row: "  ignore bioRefused, bioFailed, bioFallback, bioCancelled\n", mistaken: "",
            rule: "30.vi",
            sentence: "'bioRefused' comes in 'making', where 'other' claims that it cannot: name it"),
    ]
}
