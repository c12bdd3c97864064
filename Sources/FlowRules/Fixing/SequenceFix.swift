public import FlowLanguage

/// A model in which `then` stands between the words of each `emit`.
public struct SequenceFix: Sendable {
    /// One row that had a comma.
    public struct Row: Sendable {
        /// The row's words as they stand in the new text: `emit open then jam`.
        public var words: String
        /// The row's line in the new text, counted from 1.
        public var line: Int
    }

    /// The text as `format` writes it; the unchanged bytes where no row had a comma, or where the text cannot be read.
    public var bytes: [UInt8]
    /// The rows that had a comma, in the order of the text.
    public var rows: [Row] = []
}

/// Writes `then` for each comma between the words of an `emit`: that is what the comma meant before it was an error.
///
/// - Parameter source: a provider's model; any other text has no `emit`, and stays as it is.
public func spellingSequences(of source: SourceText) -> SequenceFix {
    var fix = SequenceFix(bytes: source.bytes)
    let commas = parse(source).spec?.emissions.flatMap(\.commas).sorted { $0.lower < $1.lower } ?? []
    guard !commas.isEmpty else { return fix }
    var bytes: [UInt8] = []
    var position = 0
    for comma in commas {
        bytes += source.bytes[position..<comma.lower] + Array(" then ".utf8)
        position = comma.upper
    }
    bytes += source.bytes[position...]
    guard let text = format(SourceText(path: source.path, bytes: bytes)).text else { return fix }
    fix.bytes = Array(text.utf8)
    // Formatting keeps the rows in their order, so the rows before and after it, paired in order, are the same ones.
    let written = SourceText(path: source.path, bytes: fix.bytes)
    let before = parse(source).spec?.emissions ?? []
    let after = parse(written).spec?.emissions ?? []
    fix.rows = zip(before, after).filter { !$0.0.commas.isEmpty }.map { _, row in
        SequenceFix.Row(
            words: "emit " + row.names.map(\.text).joined(separator: " then "),
            line: written.place(of: row.range.lower).line)
    }
    return fix
}

extension FlowSpec {
    /// Every `emit`, in the order of the file.
    fileprivate var emissions: [ModelRow] {
        elements.flatMap { element -> [ModelRow] in if case .item(let item) = element { item.emissions } else { [] } }
    }
}

extension Item {
    fileprivate var emissions: [ModelRow] {
        switch self {
        case .model(let row): row.verb == .emit ? [row] : []
        case .group(let group): group.items.flatMap(\.emissions)
        case .state(let state): state.items.flatMap(\.emissions)
        default: []
        }
    }
}
