extension TransitionTable {
    /// A document with a table for each state and each choice, one of the finals, and one of the requirements if there are any.
    package var markdown: String {
        var lines = ["# \(flow), version \(version)", ""]
        lines += paragraph(documentation)
        lines += [inMarkdown(proseParts(of: [summary, Self.noteOnClaims])), ""]
        for state in states {
            lines += ["## \(state.name)", ""]
            if !state.remark.isEmpty { lines += [inMarkdown(proseParts(of: [state.remark])), ""] }
            lines += paragraph(state.documentation)
            lines += table(
                ["Event", "When", "Disposition", "Target", "Changes", "Effects", "Timers", "Decided by", "Line"],
                state.rows.map { row in
                    [code(row.event), code(row.condition), row.disposition.rawValue, code(row.target)]
                        + cells(of: row.changes) + [row.decision.words, String(row.line)]
                })
        }
        for choice in choices {
            lines += ["## choice \(choice.name)", ""]
            lines += table(
                ["When", "Target", "Changes", "Effects", "Timers", "Line"],
                choice.branches.map { branch in
                    [code(branch.condition), code(branch.target)] + cells(of: branch.changes) + [String(branch.line)]
                })
        }
        lines += ["## Finals", "", Self.noteOnFinals, ""]
        lines += table(
            ["Final", "Keeps", "About"],
            finals.map {
                [
                    code($0.name), $0.keeps.map(code).joined(separator: ", "),
                    inMarkdown(proseParts(of: $0.documentation)),
                ]
            })
        if !requirements.isEmpty {
            lines += ["## What must hold", "", inMarkdown(proseParts(of: [Self.noteOnRequirements])), ""]
            lines += table(["Requirement", "Line"], requirements.map { [code($0.words), String($0.line)] })
        }
        return lines.dropLast().map { $0 + "\n" }.joined()
    }

    /// The cells of the columns "Changes", "Effects" and "Timers"; under "Timers" stand also lanes that are asked for and sub-flows that
    /// begin.
    private func cells(of changes: Changes) -> [String] {
        [changes.assignments, changes.effects.map(\.words), changes.begunOrCleared].map {
            $0.map(code).joined(separator: "<br>")
        }
    }

    private func paragraph(_ documentation: [String]) -> [String] {
        documentation.isEmpty ? [] : [inMarkdown(proseParts(of: documentation)), ""]
    }
}

extension StoredFields {
    /// A document with one table, and below it the notes on callbacks that no row reads and on the arguments of effects.
    package var markdown: String {
        let lines =
            ["# \(flow), version \(version): what the log keeps", ""]
            + table(
                ["Field", "Kind", "Class", "The log keeps"],
                fields.map { [code($0.name), $0.carrier.rawValue, $0.classification.nameInList, $0.kept.sentence] })
            + Self.notes.flatMap { [inMarkdown(proseParts(of: [$0])), ""] }
        return lines.dropLast().map { $0 + "\n" }.joined()
    }
}

/// A table and the blank line behind it; the cells are Markdown already.
private func table(_ columns: [String], _ rows: [[String]]) -> [String] {
    ([columns, columns.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" } + [""]
}

/// The text as a code span that cannot end its table cell.
///
/// Markdown has no escapes inside backticks, so a text with `|`, a backtick, a backslash or a scalar that shows no character is written as
/// an HTML element. An empty text stays empty.
private func code(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let plain = text.unicodeScalars.allSatisfy { !["|", "`", "\\"].contains($0) && !$0.isControl }
    return plain ? "`\(text)`" : "<code>\(escaped(text, Unicode.Scalar.isMarkdownSpecial))</code>"
}

private func inMarkdown(_ parts: [ProsePart]) -> String {
    parts.map { $0.isCode ? code(String($0.text)) : escaped(String($0.text), Unicode.Scalar.isMarkdownSpecial) }
        .joined()
}

extension Unicode.Scalar {
    /// Whether the scalar has a meaning in Markdown or HTML, so that it must be escaped.
    fileprivate static func isMarkdownSpecial(_ scalar: Unicode.Scalar) -> Bool {
        "&<>|`\\*_[]~#".unicodeScalars.contains(scalar)
    }
}
