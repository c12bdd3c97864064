/// Turns the elements of a spec, or of a profile, into entries of the formatted text.
///
/// The elements stay in the order of the old text. The words of an element get the fixed order of the format, except that in an effect with
/// a comment inside the attributes `calls`, `needs` and `replies` keep their order.
///
/// An entry is what may stand in a line of its own. Where lines break is decided later, by `LineLayout`.
struct Composer {
    private let tokens: [Token]
    private let comments: [SourceRange]
    let bytes: [UInt8]

    init(tokens: [Token], comments: [SourceRange], bytes: [UInt8]) {
        self.tokens = tokens
        self.comments = comments
        self.bytes = bytes
    }

    func entries(of spec: FlowSpec) -> [Entry] {
        [entry(of: spec.header)]
            + spec.elements.map { element in
                switch element {
                case .declaration(let declaration): entry(of: declaration)
                case .item(let item): entry(of: item)
                }
            }
    }

    private func entry(of header: FlowSpec.Header) -> Entry {
        let lower = tokens.first?.lower ?? 0
        switch header {
        case .flow(let name, let version):
            return Entry(
                [.text("flow "), piece(name), .text(" version "), .text(String(version.content))],
                SourceRange(lower, version.range.upper))
        case .provider(let name, let version, let source):
            return Entry(
                [.text("provider "), piece(name), .text(" version "), spelled(version.range)]
                    + (source.map { [.text(" for "), piece($0)] } ?? []),
                SourceRange(lower, (source?.range ?? version.range).upper))
        }
    }

    /// Whether a comment begins in this range of the old text.
    func hasComment(in range: SourceRange) -> Bool {
        let index = comments.partitioningIndex { $0.lower >= range.lower }
        return index < comments.count && comments[index].lower < range.upper
    }

    /// The tokens that begin in this range of the old text.
    func tokens(in range: SourceRange) -> ArraySlice<Token> {
        let first = tokens.partitioningIndex { $0.lower >= range.lower }
        return tokens[first...].prefix { $0.lower < range.upper }
    }

    /// The offset of the first `{` at or behind an offset; the given offset where there is none.
    func brace(from offset: Int) -> Int {
        let index = tokens.partitioningIndex { $0.lower >= offset }
        return tokens[index...].first { $0.kind == .leftBrace }?.lower ?? offset
    }

    /// The range with the token before it: for `timer poll` the syntax tree keeps only where the name stands.
    func withTokenBefore(_ range: SourceRange) -> SourceRange {
        let index = tokens.partitioningIndex { $0.lower >= range.lower }
        return index > 0 ? SourceRange(tokens[index - 1].lower, range.upper) : range
    }

    func piece(_ name: Name) -> Piece { .text(name.text, at: name.range.lower) }

    func names(_ names: [Name]) -> [Piece] { .list(names.map { [piece($0)] }) }

    /// The old text at this range, letter by letter.
    func spelled(_ range: SourceRange) -> Piece {
        .text(String(decoding: bytes[range.lower..<range.upper], as: UTF8.self), at: range.lower)
    }
}

extension Array {
    /// The first index at which the condition holds, by a binary search: it must hold for all elements behind the first one
    /// too.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
