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

    @Test("Each link of the README to a file of the repository leads there")
    func links() throws {
        let readme = try Repository.text(of: "README.md")
        let links = readme.matches(of: /\]\((?<path>[^)#:]+)\)/).map { String($0.output.path) }
        #expect(links.count > 15)
        #expect(links.filter { !Repository.has($0) } == [])
    }

    /// The modules that the Swift samples of a page import, but for those of the system.
    private func importedModules(on page: String) -> Set<String> {
        var modules: Set<String> = []
        for match in page.matches(of: /```swift\n(?<sample>[\s\S]*?)```/) {
            modules.formUnion(SwiftText(path: "Sample.swift", text: String(match.output.sample)).imports)
        }
        return modules.subtracting(["Foundation", "Security", "Testing"])
    }

    @Test("Whoever copies a sample of a page can import what it imports: each such module is part of a product")
    func importedModules() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let products = try #require(manifest.firstMatch(of: /\n    products: \[(?<all>[\s\S]*?)\n    \],/)).output.all
        let shipped = Set(
            products.matches(of: /targets: \[(?<targets>[^\]]*)\]/).flatMap { list in
                list.output.targets.matches(of: /"(?<target>\w+)"/).map { String($0.output.target) }
            })
        let pages = try ["README.md"] + Repository.pages(in: "Specs") + Repository.pages(in: "Sources")
        let imported = try pages.reduce(into: Set<String>()) {
            $0.formUnion(importedModules(on: try Repository.text(of: $1)))
        }
        #expect(imported.isSuperset(of: ["Keyway", "ProviderFlows", "KeywayTesting"]))
        #expect(imported.subtracting(shipped).sorted() == [])
    }
}
