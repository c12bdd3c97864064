import FlowLanguage
import Foundation
import Testing

@Suite("The pages of the diagnostics")
struct DiagnosticPageTests {
    @Test("Every code has one page with cause, example and cure", arguments: DiagnosticCode.allCases)
    func everyCodeHasAPage(code: DiagnosticCode) throws {
        #expect(DiagnosticCode.pages.count { $0.code == code } == 1)
        let page = try #require(code.page)
        #expect(page.text.hasPrefix("\(code.name), \(code.severity.rawValue): "))
        for word in ["Cause", "Example", "Cure"] { #expect(page.text.contains("\n\(word)\n    ")) }
    }

    @Test(
        "An example shows what it says, and its cure is a text without a syntax error", arguments: DiagnosticCode.pages)
    func examplesAreTrue(page: DiagnosticPage) {
        guard let mended = page.mended else { return }
        #expect(mended != page.example)
        #expect(codes(of: mended) == [])
        // The parser finds the codes below 20 and these two; the resolver and the rules find the others, and do not run here.
        let foundByParser: Set<DiagnosticCode> = [.emptyRange, .misplacedRow]
        let found = codes(of: page.example)
        #expect(found == (page.code.rawValue < 20 || foundByParser.contains(page.code) ? [page.code] : []))
    }

    @Test("The language's page has a row for every code, in their order, which says whether it is a warning")
    func table() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = String(decoding: try Data(contentsOf: root.appending(path: "Specs/README.md")), as: UTF8.self)
        let rows = page.matches(of: /\n\| (FL\d+) \| (.+) \|/).map { row in
            "\(row.output.1), \(row.output.2.hasSuffix("; a warning") ? "warning" : "error")"
        }
        #expect(rows == DiagnosticCode.allCases.map { "\($0.name), \($0.severity.rawValue)" })
    }

    @Test("A code is found by the name that is printed")
    func codesByName() {
        #expect(DiagnosticCode.allCases.allSatisfy { DiagnosticCode(name: $0.name.lowercased()) == $0 })
        for other in ["FL999", "FL+60", "FL-60", "FL60", "FL0060", "XX060", "FL06O", "\u{FB02}060", ""] {
            #expect(DiagnosticCode(name: other) == nil, "\(other)")
        }
    }
}
