import FlowLanguage
import Testing

@Suite("Waivers in comments")
struct WaiverCommentTests {
    private func waivers(_ text: String) -> [WaiverComment] {
        SourceText(path: "Door.flow", bytes: Array(text.utf8)).waivers(beginningWith: "untried")
    }

    @Test("A waiver is of its own line, or of the next with a row, however lines end", arguments: ["\n", "\r\n"])
    func lines(ending: String) {
        let text = ["on a -> b  // untried: one", "// FACTS 1; untried: two", "", "// more", "on c -> d", ""]
        let waivers = waivers(text.joined(separator: ending))
        #expect(waivers.map(\.reason) == ["one", "two"])
        #expect(waivers.map(\.rowLine) == [1, 5] && waivers.map(\.commentLine) == [1, 2])
    }

    @Test("Slashes in a string begin no comment, and a word that only begins alike is no waiver")
    func strings() {
        let waivers = waivers("\"https://untried: a\" => a  // untried: b\nc  // untriedly: c\n")
        #expect(waivers.map(\.reason) == ["b"])
    }

    @Test("What stands before the colon is the subject, and what is left out is empty")
    func subject() {
        #expect(waivers("a  // untried here: why").map(\.subject) == ["here"])
        #expect(waivers("a  // untried:").map(\.reason) == [""])
        #expect(waivers("a  // untried").isEmpty)
    }
}
