import Testing

/// A place where a provider falls silent, repeats itself or contradicts its pages, and what the explorer finds there on a naive flow.
struct Hole: CustomTestStringConvertible, Sendable {
    /// The numbers by which the pages' gaps are listed: E and Q stand in OTPless's `FACTS.md`. A `Row` is one of Truecaller's code flow,
    /// which `Page/Truecaller-0.2.provider` names beside its rows.
    var numbers: [String]
    var name: String
    var product: HoleProduct
    /// What is broken there, and the sentence of its violation.
    var requirement: String
    var sentence: String
    /// The number of steps of the shortest run that shows it.
    var steps: Int
    /// A product without the hole, in which the sentence is not found.
    var absentFrom: HoleProduct?

    var testDescription: String { "\(numbers.joined(separator: ", ")), \(name): \(sentence)" }

    /// A hole where nobody says anything any more, and the flow waits for ever.
    ///
    /// 30.i relies on no word, because every SDK may be silent at any moment (rule 29a). So it finds each state that waits without a timer,
    /// once for all silences that can come there, in every version alike, and without the `quiet` rows of the models. Those rows say in
    /// which state a silence leaves the SDK, which decides what the next call meets.
    static func silence(
        _ numbers: String..., named name: String, in state: String, of product: HoleProduct, steps: Int
    ) -> Hole {
        Hole(
            numbers: numbers, name: name, product: product, requirement: "30.i",
            sentence: "in '\(state)' nothing ends the run: no timer runs and no effect is open", steps: steps)
    }

    /// A hole where the SDK says a word that its page does not name.
    static func unread(
        _ number: String, named name: String, _ word: String, of product: HoleProduct, steps: Int,
        absentFrom other: HoleProduct? = nil
    ) -> Hole {
        Hole(
            numbers: [number], name: name, product: product, requirement: "every word is read",
            sentence: "no row of the decoder reads the word '\(word)'", steps: steps, absentFrom: other)
    }

    /// The holes that the explorer finds in the naive flows.
    static let found = [
        .silence(
            "E1", "E2", "E5", named: "a link's poll ends, or the link has no code", in: "linking", of: .smartAlone,
            steps: 5),
        .silence(
            "E3", "E7", named: "a first call is cancelled, or nobody listens", in: "running", of: .silentAlone, steps: 1
        ),
        .silence("E4", named: "nobody types the code", in: "entering", of: .smartAlone, steps: 5),
        .silence("E6", named: "a sheet without a view", in: "starting", of: .smartAlone, steps: 1),
        .silence("E8", named: "a poll is never begun", in: "racing", of: .smart232, steps: 2),
        .silence("Row 5", named: "a request that nobody answers", in: "requesting", of: .code, steps: 1),
        .silence("Row 11", named: "a success without a token", in: "verifying", of: .codeOnScreen, steps: 3),
        .unread(
            "E2", named: "what 2.3.2 says where 2.0.9 was silent", "allFailed", of: .smart232, steps: 7,
            absentFrom: .smart209),
        .unread("Q1", named: "a time-out without authType", "timedOut", of: .smart232, steps: 1, absentFrom: .smart209),
        .unread("Q2", named: "the page's sample leaves callbacks out", "otherChannel", of: .silent209, steps: 1),
        .unread("Q3", named: "VERIFY comes first", "silentFailed", of: .silent209, steps: 1),
        Hole(
            numbers: ["Q5"], name: "a cancelled attempt speaks", product: .smart209, requirement: "30.v",
            sentence: "'silentOver' of an earlier attempt or run ends the run in 'racing'", steps: 3,
            absentFrom: .smartAlone),
        Hole(
            numbers: ["Q6"], name: "no word says whose it is", product: .silent209, requirement: "30.v",
            sentence: "'initiateFailed' of an earlier attempt or run ends the run in 'running'", steps: 2,
            absentFrom: .silentAlone),
        Hole(
            numbers: ["Q7"], name: "an earlier poll goes on", product: .silent209, requirement: "30.iii",
            sentence: "the first success, 'oneTap', is not accepted in 'checking'", steps: 6, absentFrom: .silentAlone),
        Hole(
            numbers: ["Q9"], name: "two ends find one success", product: .smartDoubled,
            requirement: "every cell is decided", sentence: "nobody decides 'oneTap' in 'checking'", steps: 8,
            absentFrom: .smartAlone),
        Hole(
            numbers: ["Q10"], name: "one failure is said twice", product: .silentRetrying, requirement: "30.v",
            sentence: "'terminated' of an earlier attempt or run ends the run in 'running'", steps: 6,
            absentFrom: .silentRetryingSaidOnce),
        Hole(
            numbers: ["Q11"], name: "a duplicate's failure is a success", product: .silentDuplicate,
            requirement: "30.iii", sentence: "the first success, 'terminated', is not accepted in 'running'", steps: 5,
            absentFrom: .silent209),
        Hole(
            numbers: ["Q15"], name: "a time-out that is an INITIATE", product: .smartBefore201,
            requirement: "every cell is decided", sentence: "nobody decides 'initiateFailed' in 'racing'", steps: 7,
            absentFrom: .smartAlone),
        Hole(
            numbers: ["Row 14"], name: "a failure hides a success", product: .code, requirement: "30.iii",
            sentence: "the first success, 'failed', is not accepted in 'verifying'", steps: 6),
        Hole(
            numbers: ["Row 16"], name: "a failure after the success", product: .code, requirement: "30.iv",
            sentence: "after an accepted success, 'failed' in 'checking' ends the run without it", steps: 4),
    ]

    /// The gaps that no exploration of a flow beside a model can show, and why.
    static let notExpressible = [
        "Q4":
            "an errorCode is an integer here and a text there: the decoder compares spellings (rule 26), so both are read alike",
        "Q8":
            "a second transaction has no DELIVERY_STATUS: a model may leave every word out, so every flow lives without it",
        "Q12": "the choice of another company's SDK stays behind: it steers the SDK and says nothing",
        "Q13": "wrappers of other platforms put numbers of their own for a status: no model of a wrapper is here",
        "Q14": "a wrapper's crash before there is a callback ends the process, not the run",
        "Q16": "a poll that should stop goes on: what it may say is what any poll may say",
    ]
}
