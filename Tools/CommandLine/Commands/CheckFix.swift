import FlowLanguage
import FlowRules

/// What `check --fix` does: inserts rows for undecided cells into flows, writes `then` into providers' models, and says where.
struct CheckFix {
    let console: Console

    /// The specs as they are afterwards; each file is rewritten whole or not at all.
    func fixed(_ sources: [SourceText]) throws(CallRefusal) -> [SourceText] {
        var fixed: [SourceText] = []
        for source in sources { fixed.append(try self.fixed(try withSequences(source), among: sources)) }
        return fixed
    }

    /// The spec with `then` between words that a provider's model says one after the other; a flow is returned unchanged.
    private func withSequences(_ source: SourceText) throws(CallRefusal) -> SourceText {
        let fix = spellingSequences(of: source)
        guard !fix.rows.isEmpty else { return source }
        try FileAccess.replace(source.path, with: fix.bytes)
        for row in fix.rows { console.remark("\(source.path):\(row.line): wrote '\(row.words)'".harmless) }
        return SourceText(path: source.path, bytes: fix.bytes)
    }

    /// The spec with a row for each undecided cell; unchanged where other errors must be mended first.
    private func fixed(_ source: SourceText, among sources: [SourceText]) throws(CallRefusal) -> SourceText {
        let fix = decidingEveryCell(of: source, beside: .onDisk(around: source.path, given: sources))
        if let first = fix.obstacles.first {
            let (line, column) = source.place(of: first.range.lower)
            console.remark(
                "\(source.path):\(line):\(column): nothing is inserted before this is mended [\(first.code.name)]"
                    .harmless)
        }
        guard !fix.insertions.isEmpty else { return source }
        try FileAccess.replace(source.path, with: fix.bytes)
        for insertion in fix.insertions {
            let place = insertion.state.map { " in '\($0)'" } ?? ""
            console.remark("\(source.path):\(insertion.line): inserted '\(insertion.row)'\(place)".harmless)
        }
        return SourceText(path: source.path, bytes: fix.bytes)
    }
}
