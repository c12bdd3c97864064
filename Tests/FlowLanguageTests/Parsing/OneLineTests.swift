import FlowLanguage
import Testing

@Suite("A part of a text in one line")
struct OneLineTests {
    private func line(_ text: String) -> String {
        let source = SourceText(path: "Door.flow", bytes: Array(text.utf8))
        return source.inOneLine(SourceRange(0, source.bytes.count))
    }

    @Test("One blank stands for blanks, line ends and comments, however lines end", arguments: ["\n", "\r\n"])
    func blanks(ending: String) {
        let text = ["do  ask(a, // the first", "\tb", "", "  // and no more", ")  // here"].joined(separator: ending)
        #expect(line(text) == "do ask(a, b )")
        #expect(line("tries<2") == "tries<2")
        #expect(line("  // nothing\n") == "")
    }

    @Test("A string stays as it is, with slashes, blanks and quotes")
    func strings() {
        let text = #"do  open("https://a.example",  "b  \"c // d\"") // e"#
        #expect(line(text) == #"do open("https://a.example", "b  \"c // d\"")"#)
    }
}
