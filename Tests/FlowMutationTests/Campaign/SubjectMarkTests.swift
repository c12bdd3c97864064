import FlowFixtures
import FlowLanguage
import FlowMutation
import KeywayCore
import Testing

@Suite("The mark of an earlier result: a flow, its transcripts and models, and the program")
struct SubjectMarkTests {
    private func mark(_ kinds: [String]..., judgedBy program: String = "1.0") -> SubjectMark {
        SubjectMark(kinds.map { files in files.map { Array($0.utf8) } }, judgedBy: program)
    }

    @Test(
        "Another file, more files, a file of another kind, bytes moved to the next file, or another program make another mark"
    )
    func marks() {
        let first = mark(["flow"], ["a", "b"], [])
        #expect(mark(["flow"], ["a", "b"], []) == first)
        for other in [
            mark(["flaw"], ["a", "b"], []), mark(["flow"], ["ab"], []), mark(["flow"], ["a"], ["b"]),
            mark(["flow"], ["a", "b", ""], []), mark(["flow"], ["a", "b"]), mark(["flow", "a"], ["b"], []),
            mark(["flow"], ["a", "b"], [], judgedBy: "1.1"),
        ] {
            #expect(other != first)
        }
    }

    @Test("A mark is read back from its text; another text is none")
    func text() {
        let mark = mark(["flow"])
        #expect(SubjectMark(mark.text) == mark)
        for text in ["", "-", "12", "12-", "12-xyz", "12-1-1", "x-12", "+12-1", "12-+1", "012-1"] {
            #expect(SubjectMark(text) == nil, "\(text)")
        }
    }

    @Test("No two edits that differ have the same identity", arguments: try ShippedFlows.all().map(\.table.name))
    func identities(name: String) throws {
        let flow = try ShippedFlows.named(name)
        let mutants = Mutant.all(of: flow.source, machine: flow.machine)
        let texts = Dictionary(grouping: mutants, by: \.identity).mapValues { Set($0.map(\.what)) }
        #expect(texts.count > 100)
        #expect(texts.values.allSatisfy { $0.count == 1 })
    }
}
