import Testing

@Suite("The pages of the repository")
struct PageTests {
    @Test("The contents of the language's page name each of its sections, in their order, and lead there")
    func contents() throws {
        let page = try Repository.text(of: "Specs/README.md")
        let sections = page.matches(of: /\n## (.+)/).map { String($0.output.1) }
        let contents = try #require(page.firstRange(of: "\n## ")).lowerBound
        let links = page[..<contents].matches(of: /\[([^\]]+)\]\(#([^)]+)\)/)
        #expect(links.map { String($0.output.1) } == sections)
        for link in links {
            let anchor = link.output.1.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
            #expect(String(link.output.2) == anchor.replacing(" ", with: "-"))
        }
    }

    /// A table's row cannot be broken, nor a line of a transcript.
    @Test("No line of the language's page is wider than 140 columns, but for tables and JSON")
    func width() throws {
        let lines = try Repository.text(of: "Specs/README.md").split(separator: "\n")
        #expect(lines.filter { $0.count > 140 && !$0.hasPrefix("|") && !$0.hasPrefix("{") } == [])
    }

    @Test("The README can be read in one go: 120 to 200 lines")
    func readme() throws {
        let lines =
            try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect((120...200).contains(lines))
    }
}
