import FlowDiagram
import FlowFixtures
import FlowTables
import Foundation
import KeywayCore
import Testing

@Suite("What the article on diagrams says of a picture")
struct DiagramArticleTests {
    /// The article with a space for each line end.
    private func article() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(path: "Sources/KeywayCore/KeywayCore.docc/ReadingTablesAndDiagrams.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The classes of the picture's elements, by which their looks differ.
    private func classes(_ diagram: Diagram) -> [String] {
        diagram.svg.matches(of: #/ class="(\w+)"/#).map { String($0.output.1) }
    }

    @Test("The article says that all lines are alike, and speaks of no legend, as the picture has none")
    func lines() throws {
        let flow = try #require(ShippedFlows.all().first { $0.table.name == "OTPlessSNA" })
        let classes = Set(classes(Diagram(drawing: flow)))
        #expect(classes.contains("line") && !classes.contains("legend"))
        let article = try article()
        #expect(article.contains("All lines are alike") && !article.contains("legend"))
    }

    @Test("A tick is for a final that is declared a success, also where no requirement guards it")
    func ticks() throws {
        let text = """
            flow Small version 1
            command go, leave
            final done success
            final gone
            within 9m -> gone
            reject other
            state idle waits for user { on go -> done on leave -> gone }
            """
        let ticked = classes(Diagram(drawing: try LoadedFlow(text))).filter { $0 == "success" }
        #expect(ticked.count == 1)
        #expect(try article().contains("a tick marks a final that is declared `success`"))
    }
}
