import FlowLanguage
import Testing

@Suite("Diagnostics as text")
struct DiagnosticTextTests {
    private func diagnostic(_ lower: Int, _ upper: Int) -> Diagnostic {
        .error(at: SourceRange(lower, upper), "wrong", code: .unexpectedToken)
    }

    @Test("A diagnostic is a line, and so is each note")
    func plainText() {
        let source = text("flow A version 1\nfinal a\n")
        var problem = diagnostic(23, 24)
        problem.notes = [Diagnostic.Note("the flow is here", at: SourceRange(0, 4))]
        #expect(
            problem.text(in: source) == """
                Test.flow:2:7: error: wrong [FL005]
                Test.flow:1:1: note: the flow is here
                """)
    }

    @Test("On a terminal the line follows, with a caret under the place")
    func terminalText() {
        #expect(
            diagnostic(23, 27).text(in: text("flow A version 1\nfinal door\n"), onTerminal: true) == """
                Test.flow:2:7: \u{1B}[31merror:\u{1B}[0m wrong [FL005]
                  final door
                        \u{1B}[32m^~~~\u{1B}[0m
                """)
        let warning = Diagnostic.warning(at: SourceRange(0, 4), "hm", code: .neverUsed)
        #expect(warning.text(in: text("flow"), onTerminal: true).hasPrefix("Test.flow:1:1: \u{1B}[33mwarning:"))
    }

    @Test("A long line is cut to what is near the place")
    func longLine() {
        let line = String(repeating: "é", count: 5000) + "x" + String(repeating: "z", count: 5000)
        let lines = diagnostic(10_000, 10_001).text(in: text(line), onTerminal: true).split(separator: "\n")
        #expect(lines[0].hasPrefix("Test.flow:1:5001:"))
        #expect(lines[1] == "  …" + String(repeating: "é", count: 50) + "x" + String(repeating: "z", count: 49) + "…")
        #expect(lines[2] == "   " + String(repeating: " ", count: 50) + "\u{1B}[32m^\u{1B}[0m")
    }

    @Test("Tabs, control characters and bytes that are no text do no harm")
    func harmlessText() {
        let bytes: [UInt8] = [0x09, 0x1B, 0x5B, 0xFF, 0xE2, 0x80, 0xAE, 0x61]
        let source = SourceText(path: "a\u{1B}.flow", bytes: bytes)
        let lines = diagnostic(7, 8).text(in: source, onTerminal: true).split(separator: "\n")
        #expect(lines[0].hasPrefix("a\u{FFFD}.flow:1:6:"))
        #expect(lines[1] == "   \u{FFFD}[\u{FFFD}\u{FFFD}a")
        #expect(lines[2] == "       \u{1B}[32m^\u{1B}[0m")
    }

    @Test("Diagnostics stand in the order of their places, each once")
    func order() {
        let ordered = [diagnostic(5, 6), diagnostic(1, 2), diagnostic(5, 6), diagnostic(1, 3)].orderedByPlace()
        #expect(ordered.map(\.range) == [SourceRange(1, 2), SourceRange(1, 3), SourceRange(5, 6)])
    }

    @Test("A place is counted in scalars, in lines longer than a piece as well")
    func places() {
        let source = text("a\n" + String(repeating: "é", count: 3000))
        for index in [0, 1, 511, 512, 1023, 1024, 2999, 3000] {
            #expect(source.place(of: 2 + 2 * index) == (2, index + 1))
        }
        #expect(text(String(repeating: "a", count: 1024)).place(of: 1024) == (1, 1025))
        #expect(text("").place(of: 0) == (1, 1))
    }
}
