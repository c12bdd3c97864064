import FlowFixtures
import FlowLanguage
import TestThreads
import Testing

@Suite("Comments in places where nobody would put them", .longComputation)
struct CommentPlaceTests {
    @Test("A shipped text keeps its words, its comments and its meaning, wherever comments stand", arguments: shipped)
    func shippedTexts(path: String) throws {
        let content = String(decoding: try ShippedFlows.bytes(at: path), as: UTF8.self)
        var randomness = SeededRandomness(seed: 1)
        for element in Self.elements(of: content) {
            try expectFormattingKeepsWords(of: CommentedText(element).withComments(using: &randomness), path)
        }
    }

    @Test("A requirement keeps its comments and its meaning, whatever its names are called", arguments: requirements)
    func requirement(words: String) throws {
        let content = "flow A version 1\nrequire \(words)\n"
        #expect(try formatted(content) == content)
        var randomness = SeededRandomness(seed: 2)
        for commented in CommentedText(content).withOneComment(using: &randomness) {
            try expectFormattingKeepsWords(of: commented, words)
        }
    }

    @Test(
        "A requirement loses parentheses that it does not need, and keeps its comments and its meaning",
        arguments: [
            ("(do ask)(phone) with the latest phone", "do ask(phone) with the latest phone"),
            ("(tries) falls only on resend", "tries falls only on resend"),
            ("(never) only after (stale), (b or c) since x", "never only after stale, b or c since x"),
            ("never (never)", "never never"),
            ("always (possible)", "always possible"),
            ("at most 3 (never)", "at most 3 never"),
        ])
    func idleParentheses(words: String, without: String) throws {
        let content = "flow A version 1\nrequire \(words)\n"
        #expect(try formatted(content) == "flow A version 1\nrequire \(without)\n")
        var randomness = SeededRandomness(seed: 3)
        for commented in CommentedText(content).withOneComment(using: &randomness) {
            try expectFormattingKeepsWords(of: commented, words)
        }
    }

    @Test("A comment behind the argument of `with the latest` stays in its parentheses")
    func latest() throws {
        #expect(
            try formatted("flow A version 1\nrequire do ask(phone // the new one\n) with the latest phone\n")
                == "flow A version 1\nrequire do ask(phone  // the new one\n    ) with the latest phone\n")
    }

    /// Requirements whose names are words of the language; without their parentheses most would be read otherwise, or not at all.
    private static let requirements = [
        "sometimes (only or b)", "always (only)", "never (only == 3)", "(never or b) only after c",
        "(sometimes and b or c) never after d until e", "(always == 3) only while life", "(never.done) never after x",
        "x only after (stale since), b since stale y", "(stale never) never after (stale until.done)",
        "(on stale) only after x", "never x or (on stale)", "do ask(phone) with the latest phone",
        "at most 3 do ask until a in { b, c } or d",
    ]

    private static let shipped = ShippedFlows.flows + ShippedFlows.models + ShippedFlows.profiles

    /// The elements of a formatted text, each as a text of its own below the header, because the whole text is read for each place that
    /// may have a comment.
    private static func elements(of content: String) -> [String] {
        var elements: [String] = []
        for line in content.split(separator: "\n") {
            if line.first?.isLowercase == true {
                elements.append("\(line)\n")
            } else if !elements.isEmpty {
                elements[elements.count - 1] += "\(line)\n"
            }
        }
        let header = elements.first?.split(separator: "\n").first ?? ""
        return elements.map { $0.hasPrefix(header) ? $0 : "\(header)\n\($0)" }
    }
}
