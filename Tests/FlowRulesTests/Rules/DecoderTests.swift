import FlowLanguage
import FlowRules
import Testing

@Suite("Every decoder row can match")
struct DecoderTests {
    static func source(_ rows: String, declaring declarations: String = "") -> String {
        flow(
            "state idle waits for user { on start, first, second -> done on cancel -> failed }",
            declaring: """
                \(declarations)
                source s = "S" by kind singleton {
                \(rows)
                }
                """, otherwise: "ignore unrecognised")
    }

    static let callbacks = "callback first, second"

    @Test("Rule 25: First match wins, so a row behind one that takes all is an error that names the other")
    func shadowed() {
        let text = Self.source("A => first\nA when code == 1 => second", declaring: Self.callbacks)
        expect(
            .decoderRowNeverMatches, at: [("A when code == 1", "rows before it take all of its callbacks")], in: text)
        #expect(found(in: text).first { $0.code == .decoderRowNeverMatches }?.notes == ["this row takes some of them"])
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source("A when code == 1 => second\nA => first", declaring: Self.callbacks))
    }

    @Test("Rule 25: A row that stands twice never matches the second time")
    func twice() {
        expect(
            .decoderRowNeverMatches, at: [("A when code == 1 => first", "rows before it")],
            in: Self.source(
                "A when code == 1 => first\nA when code == 1 => first\nB => second", declaring: Self.callbacks))
    }

    @Test("Rule 25: A missing field fails every test but 'absent', also '!='")
    func missing() {
        let rows = "A when code == 1 => first\nA when code != 1 => first\nA when code absent => second"
        expectNone(of: .decoderRowNeverMatches, in: Self.source(rows, declaring: Self.callbacks))
        expect(
            .decoderRowNeverMatches, at: [("A when code absent", "rows before it")],
            in: Self.source("A when not code == 1 => first\nA when code absent => second", declaring: Self.callbacks))
    }

    @Test("Rule 25: A test that contradicts itself is an error")
    func contradiction() {
        expect(
            .decoderRowNeverMatches, at: [("A when", "no callback passes its test")],
            in: Self.source("A when code == 1 and code == 2 => first\nB => second", declaring: Self.callbacks))
        expect(
            .decoderRowNeverMatches, at: [("A when", "no callback passes its test")],
            in: Self.source("A when code > 6 and code < 6 => first\nB => second", declaring: Self.callbacks))
    }

    @Test("Rule 26: Between two integers lie numbers, which order tells apart")
    func numbersBetween() {
        let rows = "A when score <= 0 => first\nA when score >= 1 => first\nA when score > 0 => second"
        expectNone(of: .decoderRowNeverMatches, in: Self.source(rows, declaring: Self.callbacks))
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source("A when score > 5 and score < 6 => first\nB => second", declaring: Self.callbacks))
        expect(
            .decoderRowNeverMatches, at: [("A when score == 0", "rows before it")],
            in: Self.source(rows + "\nA when score == 0 => second", declaring: Self.callbacks))
    }

    @Test(
        "Rule 26: An integer that a text field takes by its digits may pass a test of order",
        arguments: [
            ("4...8", "code > 0", true), ("4...8", "code > 99999998", true), ("4...8", "code > 99999999", false),
            ("4...8", "code < 0", true), ("4...8", "code > 99 and code < 1000", false),
            ("2...2", "code > 0 and code < 10", false),
            ("2...2", "code < 0", true), ("19...30", "code > 5", true), ("20...30", "code > 5", false),
            ("20...30", "code < 5", true), ("1...1", "code < 0", false), ("0...1", "code >= 0", true),
        ])
    func digits(lengths: String, test: String, mayMatch: Bool) {
        let text = Self.source(
            "A when \(test) => first(code: code)\nB => second",
            declaring: "type Code = text(\(lengths))\ncallback first(code: Code), second")
        if mayMatch {
            expectNone(of: .decoderRowNeverMatches, in: text)
        } else {
            expect(.decoderRowNeverMatches, at: [("A when", "no callback passes its test")], in: text)
        }
    }

    @Test("Rule 26: A literal equals the integer and the text of the same spelling")
    func spelling() {
        expect(
            .decoderRowNeverMatches, at: [("A when code == \"7\"", "rows before it")],
            in: Self.source("A when code == 7 => first\nA when code == \"7\" => second", declaring: Self.callbacks))
    }

    @Test("Rule 27: Without '*' an unknown code falls through to the next row, and with it nothing does")
    func codes() {
        let rows = "A => first(way: code)\nA when code present => second"
        let callbacks = "callback first(way: Way), second"
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source(rows, declaring: "enum Way { one = 1, some = 5 ... 9 }\n" + callbacks))
        // With `*` every text and integer is a case; a code that is a list or an object is none, and is not 4 either.
        expect(
            .decoderRowNeverMatches, at: [("A when code == 4", "rows before it")],
            in: Self.source(
                "A => first(way: code)\nA when code == 4 => second",
                declaring: "enum Way { one = 1, rest = * }\n" + callbacks))
        expect(
            .decoderRowNeverMatches, at: [("A when code == 7", "rows before it")],
            in: Self.source(
                "A => first(way: code)\nA when code == 7 => second",
                declaring: "enum Way { one = 1, some = 5 ... 9 }\n" + callbacks))
    }

    @Test("Rule 26: Lengths and durations decide whether a field can be read")
    func ranges() {
        let callbacks = "type Token = text(1...64) secret\ncallback first(token: Token), second"
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source("A => first(token: t)\nA when t present => second", declaring: callbacks))
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source(
                "A => first(ttl: ttl)\nA when ttl present => second", declaring: "callback first(ttl: duration), second"
            ))
        expect(
            .decoderRowNeverMatches, at: [("A => second", "rows before it")],
            in: Self.source(
                "A => first(ttl: ttl or 60s)\nA => second", declaring: "callback first(ttl: duration), second"))
    }

    @Test("The shortest text of a type is built and may be long, but not so long that nobody can build it")
    func longTexts() {
        func text(_ lengths: String) -> String {
            Self.source(
                "A => first(token: t)\nB => second",
                declaring: "type Token = text(\(lengths)) secret\ncallback first(token: Token), second")
        }
        for lengths in ["1000000...1000000", "200000...9223372036854775807", "1...9223372036854775807", "0...200000"] {
            expectNone(of: .decoderRowNeverMatches, in: text(lengths))
        }
        for least in ["1000001", "9000000000000000000"] {
            expect(.numberOutOfRange, at: [(least, "at most 1000000")], in: text("\(least)...9223372036854775807"))
        }
    }

    @Test("A path inside another is asked for at once with it")
    func nestedPaths() {
        expectNone(
            of: .decoderRowNeverMatches,
            in: Self.source(
                "A when body present and body.code == 1 => first\nA when body present => second",
                declaring: Self.callbacks))
        expect(
            .decoderRowNeverMatches, at: [("A when body absent", "no callback passes its test")],
            in: Self.source(
                "A when body absent and body.code == 1 => first\nA => second", declaring: Self.callbacks))
    }
}
