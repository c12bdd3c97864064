/// Writes HTML elements, one tag a line, indented by their depth.
struct HTMLWriter {
    private(set) var text = ""
    private var indentation = ""

    /// Writes a line of HTML, which is escaped already where it must be.
    mutating func line(_ line: String) { text += indentation + line + "\n" }

    /// Writes an element, with its attributes as HTML has them, around what `fill` writes.
    mutating func element(_ name: String, _ attributes: String = "", _ fill: (inout HTMLWriter) -> Void) {
        line(attributes.isEmpty ? "<\(name)>" : "<\(name) \(attributes)>")
        indentation += "  "
        fill(&self)
        indentation.removeLast(2)
        line("</\(name)>")
    }

    /// Writes the lines of a documentation comment as one paragraph; nothing where there are none.
    mutating func paragraph(_ lines: [String]) {
        if !lines.isEmpty { line("<p>\(inHTML(proseParts(of: lines)))</p>") }
    }

    /// Writes a table from cells of HTML; each cell carries its column's name, which a narrow screen shows before the
    /// cell.
    mutating func table(_ columns: [String], _ rows: [[String]], style: String = "") {
        element("table", style.isEmpty ? "" : "style=\"\(style)\"") { table in
            table.line(
                "<thead><tr>\(columns.map { "<th scope=\"col\" data-column=\"\($0)\">\($0)</th>" }.joined())</tr></thead>"
            )
            table.element("tbody") { body in
                for row in rows {
                    let cells = zip(columns, row).map { "<td data-column=\"\($0)\">\($1)</td>" }
                    body.line("<tr>\(cells.joined())</tr>")
                }
            }
        }
    }
}

/// Plain text escaped for HTML, in elements and in attributes.
func inHTML(_ text: String) -> String {
    escaped(text) { ["&", "<", ">", "\"", "'"].contains($0) }
}

func inHTML(_ parts: [ProsePart]) -> String {
    parts.map { $0.isCode ? "<code>\(inHTML(String($0.text)))</code>" : inHTML(String($0.text)) }.joined()
}
