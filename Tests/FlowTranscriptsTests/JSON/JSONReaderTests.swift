import FlowTranscripts
import KeywayCore
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
    @Test("Integers, other numbers and booleans stay what they are")
    func kindsStayApart() throws {
        #expect(
            try JSONReader.value(of: #" [1, 1.0, -0.5e1, true, false, null, "1", 9223372036854775808] "#.utf8)
                == .list([
                    .integer(1), .number(1), .number(-5), .bool(true), .bool(false), .null, .text("1"),
                    .number(9_223_372_036_854_775_808),
                ]))
        #expect(
            try JSONReader.value(of: #"{"a": {"b": []}, "c": {}}"#.utf8)
                == .object(["a": .object(["b": .list([])]), "c": .object([:])]))
    }

    @Test("Escapes are read, half a surrogate pair is not")
    func escapes() throws {
        #expect(
            try JSONReader.value(of: #""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00 é""#.utf8)
                == .text("\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{1F600} é"))
        for text in [#""\uD83D""#, #""\uD83Dx""#, #""\uDE00""#, #""\uD83DA""#, #""\x""#, #""\u12""#, #""\u+123""#] {
            #expect(throws: JSONError.self, "\(text)") { try JSONReader.value(of: text.utf8) }
        }
    }

    @Test(
        "What JSON does not allow is refused",
        arguments: [
            "", " ", "{", "[1", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "01", "-", "1.", ".5", "+1", "1e", "1e999",
            "nul", "tru e", "'a'", "\"a", "\"a\nb\"", "1 2", "NaN", "{} {}", "[1 2]", "{\"a\":1 \"b\":2}", "\u{FEFF}1",
        ])
    func malformed(text: String) {
        #expect(throws: JSONError.self) { try JSONReader.value(of: text.utf8) }
    }

    @Test("A key that comes twice is refused, and the error names it")
    func duplicateKeys() {
        #expect(throws: JSONError(.duplicateKey("at"), column: 11)) {
            try JSONReader.value(of: #"{"at": 1, "at": 2}"#.utf8)
        }
    }

    @Test("A place is the column that a person counts, in signs and not in bytes")
    func columns() {
        #expect(throws: JSONError(.unexpectedCharacter, column: 14)) {
            try JSONReader.value(of: #"{"about": "é"x}"#.utf8)
        }
    }

    @Test("Bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(throws: JSONError(.notUTF8, column: 1)) {
            try JSONReader.value(of: [0x22, 0xFF, 0x22] as [UInt8])
        }
    }

    @Test("A hundred levels are read, and a million are refused before they use up the stack")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONReader.value(of: nested(100).utf8) }
        #expect(throws: JSONError.self) { try JSONReader.value(of: nested(1_000_000).utf8) }
        #expect(throws: JSONError.self) { try JSONReader.value(of: String(repeating: "{\"a\":", count: 5_000).utf8) }
    }

    @Test("Random bytes never trap, and a space in front of them changes nothing", arguments: [1, 2, 3] as [UInt64])
    func randomBytes(seed: UInt64) {
        var state = seed
        let alphabet = Array(#"{}[]",:\u0019.eE+-truefalsn "#.utf8) + [0x00, 0x80, 0xC3, 0xFF, 0x0A]
        func draw(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var read = 0
        for place in 0..<3_000 {
            // Hardly any long text is a value, so that two of three are short.
            let length = place % 3 == 0 ? 24 : 1 + draw(below: 8)
            let bytes = (0..<length).map { _ in alphabet[draw(below: alphabet.count)] }
            if let value = try? JSONReader.value(of: bytes) {
                read += 1
                #expect((try? JSONReader.value(of: [0x20] + bytes)) == value, "seed \(seed), bytes \(bytes)")
            }
        }
        #expect(read > 10)
    }
}
