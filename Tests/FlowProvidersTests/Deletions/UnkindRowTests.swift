import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import TestThreads
import Testing

/// A row of a shipped flow, written so that the person loses something without need, and what refutes it.
struct UnkindRow: CustomTestStringConvertible, Sendable {
    /// A part of the flow's text, which stands there once, and what stands in its place.
    var row: String
    var unkind: String
    /// The title of the flow's scenario that fails; nil where `check` finds a state that can wait in silence.
    var scenario: String?

    var testDescription: String { "\(row) -> \(unkind)" }

    static let smart = [
        UnkindRow(
            row: "when leg in { otp, link } -> doubting { clear step }",
            unkind: "when leg in { otp, link } -> doubting { clear step; set inHand 60s }",
            scenario: "What may be an earlier attempt's word leaves a code its life"),
        UnkindRow(
            row: "on codeRefused when refusal == expired -> stuck { keep refusal }",
            unkind: "on codeRefused when refusal == expired -> stuck { leg = silent; clear inHand; keep refusal }",
            scenario: "What may be an earlier attempt's word leaves a code its life"),
        UnkindRow(
            row: """
                on initFailed when leg == silent -> unready
                        on initFailed when leg in { otp, link } -> stuck { do initialise }
                """, unkind: "on initFailed -> unready",
            scenario: "An attempt that is not begun leaves the code before it its life"),
        UnkindRow(
            row: """
                    refusal = nil
                    set inHand codeInHand
                """, unkind: "    refusal = nil", scenario: nil),
        UnkindRow(
            row: """
                    refusal = nil
                    set inHand codeInHand
                """,
            unkind: """
                    refusal = nil
                    set inHand codeInHand
                    triesLeft = tries
                """, scenario: "A new code sets the count of wrong ones back by nothing"),
        UnkindRow(
            row: "on codeRefused when refusal == passing -> entering { keep refusal;",
            unkind: "on codeRefused when refusal == passing -> entering { triesLeft -= 1; keep refusal;",
            scenario: "A lost answer is no wrong code"),
        UnkindRow(
            row: "when of == otp and refusal in { wrong, other } and judging stay",
            unkind: "when of == otp and refusal in { wrong, other } and triesLeft > 0 stay",
            scenario: "A judgement that is told twice costs one try, and one of the first number's code none"),
        UnkindRow(
            row: "          judging = false\n          set step 75s", unkind: "          set step 75s",
            scenario: "A judgement that is told twice costs one try, and one of the first number's code none"),
        UnkindRow(
            row: "on setupFailed stay { keep obstacle }", unkind: "ignore setupFailed",
            scenario: "What the second number lacks is shown beside the first one's code"),
        UnkindRow(
            row: "hindered { sendsLeft = 1; spare = false }", unkind: "hindered { spare = false }",
            scenario: "Four slips in the number leave one more attempt, and a fifth none"),
        UnkindRow(
            row: "hindered { sendsLeft = 1; spare = false }", unkind: "hindered { sendsLeft = 1 }",
            scenario: "Four slips in the number leave one more attempt, and a fifth none"),
        UnkindRow(
            row: "      on step -> entering  ", unkind: "      on step -> entering { triesLeft -= 1 }  ",
            scenario: "A lost answer is no wrong code"),
        UnkindRow(
            row: "after 5m -> lastly\n    }\n",
            unkind: "after 60s -> failed { why = unreachable; do stop }\n    }\n",
            scenario: "A backend that is silent for minutes is asked again"),
        UnkindRow(
            row: "-> asked { leg = silent; mending = true; judging = false; clear inHand; clear step }",
            unkind: "-> asked",
            scenario: "A token of any attempt takes the code in hand, and leaves the time to ask for another"),
        UnkindRow(
            row: "mending -> denied { why = denied; mending = false; set step codeInHand }",
            unkind: "mending -> denied { why = denied; mending = false; set step 3s }",
            scenario: "A token of any attempt takes the code in hand, and leaves the time to ask for another"),
        UnkindRow(
            row: "on initFailed -> entering { do initialise }", unkind: "on initFailed -> entering",
            scenario: "An SDK that forgot its initialisation is initialised again while a code is out"),
        UnkindRow(
            row: "-> stuck { do initialise }", unkind: "-> stuck",
            scenario: "An SDK that forgot its initialisation is initialised again while a code is out"),
        UnkindRow(
            row: "on codeRefused when of absent -> stuck  // FACTS 19", unkind: "ignore codeRefused when of absent  //",
            scenario: "A sheet that was closed is over, though the SDK does not say that it was the sheet"),
        UnkindRow(
            row:
                "on codeRefused when of absent -> stuck\n            ignore codeRefused when of present\n            after",
            unkind: "ignore codeRefused\n            after",
            scenario: "A sheet that was closed is over, though the SDK does not say that it was the sheet"),
        UnkindRow(
            row: "on noAnswer -> unheard { set poll 2500ms }", unkind: "on noAnswer stay { set poll 2500ms }",
            scenario: "So is one that has made a request"),
        UnkindRow(
            row: "on denied when newer absent and not mending -> denied { why = denied }",
            unkind: "on denied when newer absent and not mending -> denied { why = denied; set step 15s }",
            scenario: "The first number's token costs the second number nothing"),
        UnkindRow(
            row: "on denied when newer absent and not mending -> denied { why = denied }",
            unkind: "on denied when newer absent and not mending -> failed { why = denied; do stop }",
            scenario: "Better news after such a denial counts"),
        UnkindRow(
            row: "requestId absent -> unsent { keep obstacle }\n      on setupFailed otherwise stay",
            unkind: "requestId absent stay { keep obstacle }\n      on setupFailed otherwise stay",
            scenario: "What the second number lacks is shown after a denial of the first one's token"),
        UnkindRow(
            row: """
                        keep obstacle
                        mending = true
                        clear step
                """, unkind: "        keep obstacle",
            scenario: "What the second number lacks is shown where that denial comes last"),
        UnkindRow(
            row: "          after 3s -> doubting", unkind: "          after 100ms -> doubting",
            scenario: "So is a denial that the backend took its time for"),
        UnkindRow(
            row: "when token present and not mending -> tapped { keep token, idToken; set step 3s }",
            unkind: "when token present and not mending -> tapped { keep token, idToken; set step 75s }",
            scenario: "A denial with nothing else under way is told within seconds"),
        UnkindRow(
            row: "on ready when sendsLeft == 0 stay { set step 45s }", unkind: "ignore ready when sendsLeft == 0",
            scenario: "The last attempt has its time from the moment when the SDK is ready"),
        UnkindRow(
            row: "reject resend when sendsLeft == 0     //",
            unkind: "on resend when sendsLeft == 0 -> failed { why = tooManySends; do stop }  //",
            scenario: "One tap too many for a code costs nothing"),
        UnkindRow(
            row: "when leg == silent        -> stuck { mending = true }", unkind: "when leg == silent        -> stuck",
            scenario: "The first number's link leaves the person the time to mend the second number"),
        UnkindRow(
            row: """
                  on initiated when leg in { otp, link } -> going {
                    keep leg, channel
                    arrived = false
                    obstacle = nil
                """,
            unkind: """
                  on initiated when leg in { otp, link } -> going {
                    keep leg, channel
                    arrived = false
                """, scenario: "A leg that begins says that the failure before was another attempt's"),
        UnkindRow(
            row: "-> racing { obstacle = nil; mending = false;", unkind: "-> racing { mending = false;",
            scenario: "A leg that begins says that the failure before was another attempt's"),
        UnkindRow(
            row: """
                        obstacle = nil
                        mending = false
                        refusal = nil
                        set inHand codeInHand
                        clear step
                """,
            unkind: """
                        mending = false
                        set inHand codeInHand
                        clear step
                """, scenario: "A leg that begins while an older token is asked about says so as well"),
        UnkindRow(
            row: "verifying {\n      obstacle = nil\n", unkind: "verifying {\n",
            scenario: "What was said to a code is told of that code alone"),
        UnkindRow(
            row: "on restored -> idle { sdkBroken = false }", unkind: "ignore restored",
            scenario: "What the SDK said of itself dies with the app"),
    ]

    static let silent = [
        UnkindRow(
            row: "on unreachable -> unheard { set poll 1s }", unkind: "on unreachable stay { set poll 1s }",
            scenario: "A backend that is silent about a token is asked for minutes"),
        UnkindRow(
            row: "on sdkFailed when failure in { timedOut, notVerified } stay { keep failure }",
            unkind: "on sdkFailed when failure in { timedOut, notVerified } -> closing { keep failure }",
            scenario: "An earlier attempt's last word takes nothing from the time of this one"),
        UnkindRow(
            row: "on oneTap -> confirming { keep token, idToken; set doubt patience }",
            unkind: "on oneTap -> confirming { keep token, idToken }",
            scenario: "A second token has as much time as the first one had"),
        UnkindRow(
            row: "on initiated stay { failure = nil; set doubt patience }", unkind: "ignore initiated",
            scenario: "An earlier attempt's token takes nothing from the time of this one"),
        UnkindRow(
            row: "on ready stay { set doubt patience }", unkind: "ignore ready",
            scenario: "An earlier attempt's token takes nothing from the time of this one"),
        UnkindRow(
            row: "after 10s -> lastly { why = refused }", unkind: "after 10s -> failed { why = refused; do stop }",
            scenario: "The backend's last word comes late and counts"),
        UnkindRow(
            row: "on restored when sdkBroken stay { sdkBroken = false }", unkind: "ignore restored when sdkBroken",
            scenario: "What the SDK said of itself dies with the app"),
    ]
}

@Suite("Rows that are unkind to the person", .longComputation)
struct UnkindRowTests {
    @Test(
        "An unkind row of SmartAuth is refuted by a scenario, or by a state that can wait in silence",
        arguments: UnkindRow.smart)
    func smartAuth(row: UnkindRow) throws { try refute(row, in: "OTPless/SmartAuth.flow") }

    @Test("An unkind row of silent authentication is refuted by a scenario", arguments: UnkindRow.silent)
    func silent(row: UnkindRow) throws { try refute(row, in: "OTPless/SNA.flow") }

    private func refute(_ row: UnkindRow, in flow: String) throws {
        let text = try Fixtures.shipped(flow)
        try #require(text.split(separator: row.row, omittingEmptySubsequences: false).count == 2, "\(row.row)")
        let source = SourceText(path: flow, bytes: Array(text.changing(row.row, to: row.unkind).utf8))
        // Scenarios are played without a search, which would take longer than all else.
        let flow = row.scenario == nil ? check(source) : check(source, limit: 1)
        let errors = flow.diagnostics.filter { $0.severity == .error }.map(\.message)
        let wanted = row.scenario.map { "scenario '\($0)'" } ?? "can wait in silence"
        #expect(errors.contains { $0.contains(wanted) }, "\(errors)")
    }
}
