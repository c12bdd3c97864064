import FlowLanguage
import Testing

@Suite("Hostile text")
struct HostileTextTests {
    private func parsed(_ bytes: [UInt8]) -> Parsed {
        let source = SourceText(path: "Hostile.flow", bytes: bytes)
        let parsed = parse(source)
        for diagnostic in parsed.diagnostics {
            expectInside(diagnostic, of: bytes.count)
        }
        // To render all of them takes long, so the first and the last stand for all.
        for diagnostic in [parsed.diagnostics.first, parsed.diagnostics.last] {
            #expect(diagnostic?.text(in: source, onTerminal: true).utf8.count ?? 0 < 4000)
        }
        return parsed
    }

    private func repeated(_ part: String, _ count: Int) -> [UInt8] {
        Array(repeatElement(part, count: count).joined().utf8)
    }

    @Test("A byte that is not UTF-8 is told once, and the rest is read")
    func notUTF8() throws {
        let result = parsed(Array("flow A version 1\n// \u{E9}".utf8) + [0xFF, 0xC0, 0x0A] + Array("final done".utf8))
        #expect(result.diagnostics.map(\.code) == [.notUTF8])
        #expect(result.diagnostics.first?.range == SourceRange(22, 23))
        #expect(try #require(result.spec).elements.count == 1)
    }

    @Test("In a text that is not UTF-8 characters that no token has are not told, and hide no other problem")
    func problemsOfForeignText() {
        let head = Array("flow A version 1\n// ".utf8) + [0xE9, 0x0A]
        let wait = parsed(head + Array("within 10sec -> done\nfinal done\n".utf8))
        #expect(wait.diagnostics.map(\.code) == [.notUTF8, .unexpectedToken])
        let many = parsed(head + repeated("@\n", 200) + Array("on nothing\n".utf8))
        #expect(many.diagnostics.map(\.code) == [.notUTF8, .unexpectedToken])
        // `notUTF8` speaks for the zero bytes of UTF-16 already.
        let wide = "flow A version 1\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let codes = Set(parsed([0xFF, 0xFE] + wide).diagnostics.map(\.code))
        #expect(codes.contains(.notUTF8) && !codes.contains(.unexpectedCharacter) && !codes.contains(.noHeader))
    }

    @Test("A byte order mark is skipped and counts as no column, and lines may end with CR LF")
    func byteOrderMark() throws {
        let marked = SourceText(path: "Test.flow", bytes: [0xEF, 0xBB, 0xBF] + Array("flow A".utf8))
        #expect(marked.place(of: 8) == (1, 6) && marked.place(of: 0) == (1, 1), "the mark is no column")
        #expect(Array(marked.line(1)) == Array("flow A".utf8))
        let result = parsed([0xEF, 0xBB, 0xBF] + Array("flow A version 1\r\nfinal done\r\n".utf8))
        #expect(result.diagnostics.isEmpty)
        #expect(try #require(result.spec).name.text == "A")
    }

    @Test("Control characters and signs without meaning are told")
    func unexpectedCharacters() {
        #expect(
            codes(of: "flow A version 1\n\u{0}final done\n@ final failed\n\u{202E}")
                == Array(repeating: .unexpectedCharacter, count: 3))
        for control in ["\u{0}", "\r", "\u{1B}"] {
            #expect(codes(of: "flow A version 1\nsource s = \"\(control)\" by a stamped { }") == [.malformedString])
        }
    }

    @Test("A string that is not closed, and an escape that is unknown, are told")
    func strings() {
        #expect(codes(of: "flow A version 1\nsource s = \"abc\nfinal done") == [.malformedString])
        #expect(codes(of: "flow A version 1\nsource s = \"a\\q\" by a stamped { }") == [.malformedString])
        #expect(codes(of: "flow A version 1\nsource s = \"\\u{D800}\" by a stamped { }") == [.malformedString])
        #expect(codes(of: "flow A version 1\nsource s = \"\\") == [.malformedString])
    }

    @Test("The escapes of strings stand for their characters")
    func escapes() throws {
        let spec = try #require(parse(text(#"provider A version "a\"b\\c\n\u{1F600}" for a"#)).spec)
        guard case .provider(_, let version, _) = spec.header else {
            Issue.record("not a provider")
            return
        }
        #expect(version.content == "a\"b\\c\n\u{1F600}")
    }

    @Test("Ten thousand groups in each other are told once")
    func nestedGroups() {
        let result = parsed(Array("flow A version 1\n".utf8) + repeated("group g {\n", 10_000) + repeated("}", 10_000))
        #expect(result.diagnostics.map(\.code) == [.nestedTooDeep])
        let open = parsed(Array("flow A version 1\n".utf8) + repeated("group g { ", 10_000))
        #expect(open.diagnostics.map(\.code) == [.nestedTooDeep])
    }

    @Test("A hundred thousand parentheses or negations are told once", arguments: ["(", "not ", "not ("])
    func nestedConditions(part: String) {
        let head = Array("flow A version 1\nstate s { on a when ".utf8)
        let result = parsed(head + repeated(part, 100_000) + Array(" x -> s\n on b -> s }".utf8))
        #expect(result.diagnostics.map(\.code) == [.nestedTooDeep])
    }

    @Test("A condition nested less deeply than the limit is read")
    func nestedBelowTheLimit() {
        let condition = String(repeating: "(", count: 100) + "x" + String(repeating: ")", count: 100)
        #expect(codes(of: "flow A version 1\nstate s { on a when \(condition) -> s }") == [])
    }

    @Test(
        "A long line comes to an end, with diagnostics", .timeLimit(.minutes(20)),
        arguments: ["x", "{", "\"\\q\" ", "on a -> b ", "'", "\u{FFFD}", "99999999999999999999 ", "}"]
    )
    func longLine(part: String) {
        let count = 200_000 / part.utf8.count
        let result = parsed(Array("flow A version 1\nstate s { ".utf8) + repeated(part, count))
        #expect(!result.diagnostics.isEmpty)
    }

    @Test("No more than a hundred problems are told, and then how many there are")
    func manyProblems() throws {
        let result = parsed(Array("flow A version 1\n".utf8) + repeated("on nothing\n", 5000))
        #expect(result.diagnostics.count == 101)
        let last = try #require(result.diagnostics.last)
        #expect(last.message == "there are more problems than are shown here: 4900 were left out")
    }

    @Test("A file that is no text at all is one problem")
    func binaryFile() {
        let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 256) }
        let parsed = parse(SourceText(path: "binary.flow", bytes: bytes))
        #expect(parsed.diagnostics.map(\.code).contains(.notUTF8))
        #expect(!parsed.diagnostics.map(\.code).contains(.unexpectedCharacter))
        #expect(parsed.diagnostics.count < 20)
    }
}

/// Checks that a diagnostic and its notes stand in a file of so many bytes.
func expectInside(_ diagnostic: Diagnostic, of count: Int) {
    for range in [diagnostic.range] + diagnostic.notes.map(\.range) {
        #expect(0 <= range.lower && range.lower <= range.upper && range.upper <= count)
    }
}
