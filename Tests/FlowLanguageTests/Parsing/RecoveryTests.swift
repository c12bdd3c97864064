import FlowLanguage
import Testing

@Suite("Recovery after a syntax error")
struct RecoveryTests {
    private func messages(_ content: String) -> [String] {
        parse(text(content)).diagnostics.map { $0.text(in: text(content)) }
    }

    @Test("Each wrong row is told once and the rows around it are kept")
    func rowsAroundAreKept() throws {
        let content = """
            flow Door version 1
            final opened
            state closed {
              on start {
              on open -> opened
              on knock when -> opened { do ring(
              on wait stay
            }
            state other waits for { on cancel -> opened }
            """
        #expect(
            messages(content) == [
                "Test.flow:4:12: error: expected '->' or 'stay' after 'on start', found '{' [FL005]",
                "Test.flow:6:17: error: expected a value after 'on knock when', found '->' [FL005]",
                "Test.flow:9:23: error: expected 'user' after 'state other waits for', found '{' [FL005]",
            ])
        let spec = try #require(parse(text(content)).spec)
        #expect(spec.elements.count == 3)
    }

    @Test("The words of skipped text are kept, so that no rule calls unused what they name")
    func wordsAreKept() throws {
        let spec = try #require(parse(text("flow A version 1\non start , -> x { keep phone }\nfinal done")).spec)
        #expect(spec.unreadWords == ["start", "x", "phone"])
        #expect(spec.elements.count == 1)
    }

    @Test("A missing brace is told where the indentation asks for it, and the states behind it are read")
    func missingBrace() throws {
        let content = """
            flow Door version 1
            state closed {
              on open -> opened

            state ajar {
              on close -> closed
            }
            final opened
            """
        #expect(
            messages(content) == [
                "Test.flow:3:20: error: a '}' is missing before this [FL005]\nTest.flow:2:14: note: the block is opened here"
            ])
        let spec = try #require(parse(text(content)).spec)
        #expect(spec.elements.count == 3)
    }

    @Test("A brace too much is told and overlooked")
    func surplusBrace() throws {
        let content = """
            flow Door version 1
            group doors {
              state closed { on open -> opened } }
              state ajar { }
            }
            final opened
            """
        #expect(
            messages(content) == [
                "Test.flow:3:38: error: this '}' closes nothing: every block before it is closed already [FL005]"
            ])
        let spec = try #require(parse(text(content)).spec)
        #expect(spec.elements.count == 2)
    }

    @Test("What is missing at the end of a line is told there")
    func missingAtEndOfLine() {
        #expect(
            messages("flow A version 1\nfinal\nstate s { }") == [
                "Test.flow:2:6: error: expected a final's name after 'final', found 'state' [FL005]"
            ])
    }

    @Test("A declaration inside a state is told and counts for the file")
    func misplacedDeclaration() throws {
        let parsed = parse(text("flow A version 1\nstate s {\n  final done\n}"))
        #expect(parsed.diagnostics.map(\.code) == [.misplacedRow])
        #expect(try #require(parsed.spec).elements.count == 2)
    }

    @Test(
        "A reserved word names nothing",
        arguments: """
            and or not in true false nil present absent when otherwise on enter ignore reject late hold after within \
            stay keep set clear take run do state group choice timer lane child final
            """.split(separator: " ")
    )
    func reservedWords(word: Substring) {
        #expect(codes(of: "flow A version 1\nstate \(word) { }") == [.reservedName])
        #expect(codes(of: "flow A version 1\ncommand \(word), \(word)(\(word): bool)").contains(.reservedName))
    }

    @Test(
        "Every other word of the language is a name where a name stands",
        arguments: """
            flow provider version for type enum context command callback effect source require scenario word success \
            text secret personal transient of once volatile starts attempt calls needs replies by singleton stamped \
            retained keeps waits user other stale always never sometimes eventually only expect advance call emit quiet \
            answer
            """.split(separator: " ")
    )
    func wordsByPosition(word: Substring) {
        let content = """
            flow \(word) version 1
            type \(word) = text(1...2)
            enum E\(word) { \(word) = \(word), b }
            context { \(word): \(word)? }
            command \(word)(\(word): \(word)), b
            effect \(word)(\(word): \(word)) replies \(word) otherwise \(word)
            source \(word) = "x" by \(word) stamped {
              \(word) when \(word).\(word) == \(word) => \(word)(\(word): \(word))
              retained \(word) => \(word)
            }
            final \(word) keeps \(word)
            require \(word) only after \(word)
            state \(word) waits for user {
              on \(word) when \(word) == \(word) and \(word) present -> \(word) { \(word) = \(word); do \(word)(\(word)) }
              ignore \(word) when \(word)
              timer \(word)
              on \(word), stale \(word) -> \(word)
              lane \(word) of \(word)
            }
            """
        #expect(parse(text(content)).diagnostics.map { $0.text(in: text(content)) } == [])
    }

    @Test("A file that does not say what it is gets the line to write, and its other problems")
    func noHeader() {
        let parsed = parse(text("final done\nstate {\n}"))
        #expect(parsed.spec == nil)
        #expect(parsed.diagnostics.map(\.code) == [.noHeader, .unexpectedToken])
        #expect(codes(of: "") == [.noHeader])
        #expect(codes(of: "// nothing\n") == [.noHeader])
        #expect(codes(of: "flo A version 1\nfinal done") == [.noHeader])
        #expect(codes(of: "flow A version \"1\"\nfinal done") == [.unexpectedToken])
        #expect(codes(of: "provider A version 1 for a\nfinal done") == [.unexpectedToken])
    }

    @Test(
        "A file without a first line is told to be empty, to have comments alone, or to be one comment for its line ends",
        arguments: [
            ("", "this one is empty"), ("\u{FEFF} \r\n\n", "this one is empty"),
            ("// A door.\r\n/// Nothing yet.\r\n", "this one has comments alone"),
            ("final done", "this one does not"),
            (
                "// A door.\rflow Door version 1\rfinal opened\r",
                "this one is a comment to its end, because lines of it end with CR alone: end each with LF or CR LF"
            ),
        ])
    func withoutTokens(content: String, clause: String) {
        let found = messages(content)
        #expect(found.count == 1 && found.first?.hasSuffix("; \(clause) [FL007]") == true, "\(found)")
    }

    @Test("A number or duration that no integer holds is told")
    func numbers() {
        #expect(codes(of: "flow A version 99999999999999999999") == [.numberOutOfRange])
        #expect(codes(of: "flow A version 1\nwithin 9223372036854775807h -> a") == [.numberOutOfRange])
        #expect(codes(of: "flow A version 1\nwithin 15x -> a") == [.unexpectedCharacter])
        #expect(codes(of: "flow A version 1\ncontext { a: int 3...0 = 1 }") == [.emptyRange])
    }
}
