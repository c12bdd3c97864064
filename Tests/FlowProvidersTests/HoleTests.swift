import FlowProviders
import Testing

/// Where the providers fall silent, repeat themselves or contradict their pages, and what the search makes of each, on
/// flows that are written from the pages alone.
///
/// The numbers are those of the facts: E and Q for OTPless, rows for the code flow of Truecaller.
@Suite("The list of holes")
struct HoleTests {
    struct Hole: CustomTestStringConvertible, Sendable {
        var name: String
        var product: Product
        var requirement: String
        var sentence: String
        var steps: Int

        var testDescription: String { "\(name): \(sentence)" }
    }

    enum Product: String, CaseIterable, Sendable {
        case silent209, silent232, smart209, smart232, smartDoubled, code

        fileprivate func explored() throws -> FlowExploration {
            let flow =
                switch self {
                case .silent209, .silent232: "OTPlessSNA.flow"
                case .smart209, .smart232, .smartDoubled: "OTPlessSmartAuth.flow"
                case .code: "TruecallerOTP.flow"
                }
            let provider =
                switch self {
                case .silent209, .smart209, .smartDoubled: "OTPless/Models/SDK-2.0.9.provider"
                case .silent232, .smart232: "OTPless/Models/SDK-2.3.2.provider"
                case .code: "Truecaller/Models/SDK-0.2.provider"
                }
            return try explore(
                machine(Fixtures.naive(flow)), against: model(Fixtures.shipped(provider)),
                through: Channel(doubles: self == .smartDoubled))
        }
    }

    /// Each once, for all of its holes.
    private static let explorations = Dictionary(
        uniqueKeysWithValues: Product.allCases.map { product in (product, Result { try product.explored() }) })

    private static let read = "every word is read"
    private static let decided = "every cell is decided"

    private static func noEnd(_ state: String) -> String {
        "in '\(state)' nothing ends the run: no timer runs and no effect is open"
    }

    private static func unread(_ word: String) -> String { "no row of the decoder reads the word '\(word)'" }

    static let found = [
        Hole(
            name: "E1, a poll is used up", product: .smart232, requirement: "30.i", sentence: noEnd("linking"), steps: 5
        ),
        Hole(name: "E2, a poll fails", product: .smart209, requirement: "30.i", sentence: noEnd("verifying"), steps: 6),
        Hole(
            name: "E3, a first call is cancelled", product: .silent232, requirement: "30.i", sentence: noEnd("running"),
            steps: 1),
        Hole(
            name: "E4, nobody types the code", product: .smart232, requirement: "30.i", sentence: noEnd("entering"),
            steps: 5),
        Hole(
            name: "E5, a link without a code", product: .smart209, requirement: "30.i", sentence: noEnd("linking"),
            steps: 5),
        Hole(
            name: "E6, a sheet without a view", product: .smart209, requirement: "30.i", sentence: noEnd("starting"),
            steps: 1),
        Hole(
            name: "E7, nobody listens yet", product: .silent209, requirement: "30.i", sentence: noEnd("running"),
            steps: 1),
        Hole(
            name: "E8, a poll is never begun", product: .smart232, requirement: "30.i", sentence: noEnd("racing"),
            steps: 5),
        Hole(
            name: "Q1, a time-out without authType", product: .smart232, requirement: read,
            sentence: unread("timedOut"), steps: 7),
        Hole(
            name: "Q2, the page's sample leaves callbacks out", product: .silent209, requirement: read,
            sentence: unread("otherChannel"), steps: 7),
        Hole(
            name: "Q3, VERIFY comes first", product: .silent209, requirement: read, sentence: unread("silentFailed"),
            steps: 7),
        Hole(
            name: "Q5, a cancelled attempt speaks", product: .smart209, requirement: "30.v",
            sentence: "'silentOver' of an earlier attempt or run ends the run in 'racing'", steps: 7),
        Hole(
            name: "Q6, no word says whose it is", product: .code, requirement: "30.v",
            sentence: "'failed' of an earlier attempt or run ends the run in 'requesting'", steps: 3),
        Hole(
            name: "Q7, an earlier poll goes on", product: .silent209, requirement: "30.iii",
            sentence: "the first success, 'oneTap', is not accepted in 'checking'", steps: 7),
        Hole(
            name: "Q9, two ends find one success", product: .smartDoubled, requirement: decided,
            sentence: "nobody decides 'oneTap' in 'checking'", steps: 8),
        Hole(
            name: "Q10, one failure is said twice", product: .smartDoubled, requirement: read,
            sentence: unread("precheckEnd"), steps: 10),
        Hole(name: "Q11, a duplicate", product: .smart209, requirement: read, sentence: unread("duplicate"), steps: 5),
        Hole(
            name: "Row 5, a request is answered by nobody", product: .code, requirement: "30.i",
            sentence: noEnd("requesting"), steps: 1),
        Hole(
            name: "Row 11, a success without a token", product: .code, requirement: "30.i", sentence: noEnd("lapsed"),
            steps: 4),
        Hole(
            name: "Row 14, a failure hides a success", product: .code, requirement: "30.iii",
            sentence: "the first success, 'failed', is not accepted in 'verifying'", steps: 6),
        Hole(
            name: "Row 16, a failure after the success", product: .code, requirement: "30.iv",
            sentence: "after an accepted success, 'failed' in 'checking' ends the run without it", steps: 5),
    ]

    /// What no product of a flow and a model can show, and why.
    static let notExpressible = [
        "Q4":
            "an errorCode is an integer here and a text there: the decoder compares spellings (rule 26), so both are read alike",
        "Q8":
            "a second transaction has no DELIVERY_STATUS: a model may leave every word out, so every flow lives without it",
        "Q12": "the choice of another company's SDK stays behind: it steers the SDK and says nothing",
        "Q13": "wrappers of other platforms put numbers of their own for a status: no model of a wrapper is here",
        "Q14": "a wrapper's crash before there is a callback ends the process, not the run",
        "Q15": "before 2.0.1 the time-out came as INITIATE: no model of that version is here",
        "Q16": "a poll that should stop goes on: what it may say is what any poll may say",
    ]

    @Test("A naive flow shows it", arguments: found)
    func shown(hole: Hole) throws {
        let exploration = try #require(Self.explorations[hole.product]).get()
        let sentences = exploration.sentences(about: hole.requirement)
        #expect(sentences[hole.sentence] == hole.steps, "\(sentences)")
        #expect(!exploration.isProved)
    }

    @Test("Every hole of the facts is in one of the two lists")
    func complete() {
        let numbers = (1...8).map { "E\($0)" } + (1...16).map { "Q\($0)" } + [5, 11, 14, 16].map { "Row \($0)" }
        let listed = Self.found.map { String($0.name.prefix { $0 != "," }) } + Self.notExpressible.keys
        #expect(listed.sorted() == numbers.sorted())
    }

    @Test("Q4: A code is read alike as a text and as an integer")
    func spelling() throws {
        let text = try Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider")
        let flow = try machine(Fixtures.page("OTPlessSmartAuth.flow"))
        func steps(_ code: String) throws -> Int {
            let provider = text.replacing("response.errorCode: 4003)", with: "response.errorCode: \(code))")
            return try explore(flow, against: model(provider), through: Channel(capacity: 1), limit: 4_000).steps
        }
        #expect(try steps("4003") == steps("\"4003\""))
    }
}
