import Testing

/// A shipped flow of CA's SDK, changed so that it treats a person badly, and what refutes the changed flow.
struct HarmfulForm: CustomTestStringConvertible, Sendable {
    /// What of the flow or its model refutes the changed flow.
    enum Refutation: Sendable {
        /// The title of a scenario that `check` plays.
        case scenario(String)
        /// The name of what `explore` judges.
        case requirement(String)
    }

    struct Change: Sendable {
        /// A part of the flow's text, which stands there once.
        var row: String
        /// What stands in its place.
        var harmful: String
    }

    /// What happens to the person, as the test's name.
    var harm: String
    var flow: String
    var changes: [Change]
    var refutation: Refutation

    var testDescription: String { harm }

    private static func offline(_ harm: String, _ changes: Change..., refutedBy scenario: String) -> HarmfulForm {
        HarmfulForm(
            harm: harm, flow: "CAStrongAuthentication/OfflineOTP.flow", changes: changes,
            refutation: .scenario(scenario))
    }

    private static func deletion(_ harm: String, _ change: Change, refutedBy refutation: Refutation) -> HarmfulForm {
        HarmfulForm(
            harm: harm, flow: "CAStrongAuthentication/AccountDeletion.flow", changes: [change], refutation: refutation)
    }

    static let all: [HarmfulForm] = [
        .offline(
            "A phone that does not answer uses up the person's tries",
            Change(
                row: "on refused when triesLeft > 1 -> typing { triesLeft -= 1; trouble = pinRefused; keep status }",
                harmful: "on refused, noAnswer when triesLeft > 1 -> typing { triesLeft -= 1; trouble = pinRefused }"),
            Change(
                row: "on refused when triesLeft == 1 -> failed { why = tooManyTries; trouble = pinRefused",
                harmful: "on refused, noAnswer when triesLeft == 1 -> failed { why = tooManyTries }  //"),
            Change(
                row: "on noAnswer when codesLeft > 0 -> nextCode { codesLeft -= 1; trouble = noAnswer }", harmful: ""),
            Change(row: "on noAnswer when codesLeft == 0 -> nextCode { trouble = noAnswer }", harmful: ""),
            refutedBy: "A phone that does not answer has not refused a PIN"),
        .offline(
            "A slow phone's code is counted twice: when its time is over, and when it comes",
            Change(row: "on stale bioMade when", harmful: "on stale bioMade, stale generated when"),
            Change(row: "ignore stale bioMade when", harmful: "ignore stale bioMade, stale generated when"),
            refutedBy: "The code of a slow phone is counted once"),
        .offline(
            "A person whose account is not on the phone types PINs until the tries are used up",
            Change(
                row: "bioFallback, bioCancelled\n  on noAccount -> failed { why = noAccount }",
                harmful: "bioFallback, bioCancelled\n  on noAccount -> typing"),
            refutedBy: "An account that the phone does not have is told at once"),
        .offline(
            "A code on the screen goes when the phone says late that it does not have the account",
            Change(row: "    ignore noAccount", harmful: "    //"),
            refutedBy: "A code that is there is not taken away"),
        .offline(
            "A prompt that does nothing keeps the person for two minutes",
            Change(row: "  on enterPIN -> pinGiven\n  on bioMade", harmful: "  on bioMade"),
            Change(
                row: "  state unanswered {", harmful: "  state unanswered {\n    on enterPIN -> pinGiven"),
            refutedBy: "Beside a prompt the PIN is taken at once"),
        .offline(
            "The session ends under a prompt that stands and a code that is read",
            Change(row: "within 6h -> failed", harmful: "within 15m -> failed"),
            refutedBy: "A prompt that stands is not cut off, and a code has its own time"),
        .deletion(
            "A deletion that nobody answered is made again without looking, and without asking the person",
            Change(row: "on noAnswer -> looking { trouble = noAnswer }", harmful: "on noAnswer -> deleting"),
            refutedBy: .requirement("CAAccounts 2.2: never blind == true")),
        .deletion(
            "A deletion that nobody answered is told as done",
            Change(row: "on noAnswer -> looking { trouble = noAnswer }", harmful: "on noAnswer -> removed"),
            refutedBy: .requirement("removed only after deleted, gone")),
        .deletion(
            "A deletion that nobody answered is told as not done",
            Change(row: "when trouble present -> doubtful", harmful: "when trouble present -> kept"),
            refutedBy: .scenario("Whoever leaves a call that nobody answered is not told that the account is there")),
        .deletion(
            "An account is deleted because nobody said no",
            Change(
                row: "on cancel -> kept\n  after patience -> kept",
                harmful: "on cancel -> kept\n  after patience -> deleting"),
            refutedBy: .requirement("do deleteAccount only after confirm since found")),
    ]
}
