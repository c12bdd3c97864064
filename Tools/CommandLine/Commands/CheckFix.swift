import FlowLanguage
import FlowMachine
import FlowRules

/// What `check --fix` does: inserts rows for undecided cells into flows, writes `then` into providers' models, and says where.
struct CheckFix {
    private let console: Console
    private var progress: ProgressLine

    init(console: Console) {
        self.console = console
        progress = ProgressLine(on: console)
    }

    /// The specs as they are afterwards; each file is rewritten whole or not at all.
    ///
    /// A flow is judged beside its sub-flows as they are written by then, so it may get more rows in another round.
    mutating func fixed(_ sources: [SourceText]) throws(CallRefusal) -> [SourceText] {
        defer { progress.end() }
        var sources = sources
        for place in sources.indices { sources[place] = try withSequences(sources[place]) }
        let subFlows = Set(sources.flatMap { parse($0).spec?.childFlows ?? [] }.map(\.text))
        var remarked: Set<String> = []
        for _ in sources {
            progress.beginPart()
            let before = sources.map(\.bytes)
            for place in sources.indices {
                let isSubFlow = sources[place].declaredFlow.map(subFlows.contains) ?? false
                sources[place] = try fixed(sources[place], asSubFlow: isSubFlow, among: sources, noting: &remarked)
                progress.show(place + 1, of: sources.count, "files of a round")
            }
            if sources.map(\.bytes) == before { break }
        }
        return sources
    }

    /// The spec with `then` between words that a provider's model says one after the other; a flow is returned unchanged.
    private mutating func withSequences(_ source: SourceText) throws(CallRefusal) -> SourceText {
        let fix = spellingSequences(of: source)
        guard !fix.rows.isEmpty else { return source }
        try FileAccess.replace(source.path, with: fix.bytes)
        for row in fix.rows { remark("\(source.path):\(row.line): wrote '\(row.words)'".harmless) }
        return SourceText(path: source.path, bytes: fix.bytes)
    }

    /// The spec with a row for each undecided cell; unchanged where other errors must be mended first.
    ///
    /// `remarked`: the paths of the specs of which a remark has said already that an error must be mended first.
    private mutating func fixed(
        _ source: SourceText, asSubFlow isSubFlow: Bool, among sources: [SourceText], noting remarked: inout Set<String>
    ) throws(CallRefusal) -> SourceText {
        let fix = decidingEveryCell(
            of: source, beside: .onDisk(around: source.path, given: sources), asSubFlow: isSubFlow)
        if let first = fix.obstacles.first, remarked.insert(source.path).inserted {
            let (line, column) = source.place(of: first.range.lower)
            remark(
                "\(source.path):\(line):\(column): nothing is inserted before this is mended [\(first.code.name)]"
                    .harmless)
        }
        guard !fix.insertions.isEmpty else { return source }
        try FileAccess.replace(source.path, with: fix.bytes)
        for insertion in fix.insertions {
            let place = insertion.state.map { " in '\($0)'" } ?? ""
            remark("\(source.path):\(insertion.line): inserted '\(insertion.row)'\(place)".harmless)
        }
        return SourceText(path: source.path, bytes: fix.bytes)
    }

    /// Writes the remark into a line of its own, where the progress stands until then.
    private mutating func remark(_ line: String) {
        progress.end()
        console.remark(line)
    }
}
