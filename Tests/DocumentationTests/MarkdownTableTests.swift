import Foundation
import Testing

/// A blank line ends a table: the rows behind it, without a header of their own, are shown as text.
@Suite("The tables of the documentation")
struct MarkdownTableTests {
    private static let pages = ArticleTests.articles + [ArticleTests.root.appending(path: "README.md")]

    @Test(
        "Each table begins with a header and a line of rules, and each row has as many cells as the header",
        arguments: pages)
    func whole(page: URL) throws {
        let problems = try String(contentsOf: page, encoding: .utf8).problemsOfTables
        #expect(problems == [], "\(page.lastPathComponent)")
    }

    @Test("Rows behind a blank line, a row with a cell too few and a table without rules are found")
    func planted() {
        let page = """
            | what | why |
            |---|---:|
            | `a \\| b` | c |

            | d | e |
            Text.
            ```
            | no | table |
            ```
            | f | g |
            |---|---|
            | h |
            """
        #expect(page.problemsOfTables == ["5: a row without a header", "12: 1 cells, and the header has 2"])
        #expect("| a |\n| b |".problemsOfTables == ["1: a row without a header"])
    }
}

extension String {
    /// A sentence, with the line's number, for each row of a table that Markdown would not show as a row of it.
    ///
    /// Lines between ``` are skipped.
    fileprivate var problemsOfTables: [String] {
        var (problems, isCode, header): ([String], Bool, Int?) = ([], false, nil)
        let lines = split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("|") else {
                header = nil
                continue
            }
            let cells = line.cellCount
            if let header {
                if cells != header { problems.append("\(number + 1): \(cells) cells, and the header has \(header)") }
            } else {
                if number + 1 == lines.count || !lines[number + 1].isRule {
                    problems.append("\(number + 1): a row without a header")
                }
                header = cells
            }
        }
        return problems
    }
}

extension Substring {
    /// Whether it is the line between a table's header and its rows.
    fileprivate var isRule: Bool { wholeMatch(of: /\|(?:\s*:?-+:?\s*\|)+\s*/) != nil }

    /// How many cells the row has; a bar behind a backslash divides no cells.
    fileprivate var cellCount: Int {
        matches(of: /\\?\|/).count { $0.output == "|" } - 1
    }
}
