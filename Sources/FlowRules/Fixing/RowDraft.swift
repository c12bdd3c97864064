import FlowLanguage

/// A text and the rows that are to be inserted in it, each on a line of its own.
struct RowDraft {
    private let source: SourceText
    private var pieces: [Piece] = []

    /// Lines that are to be inserted at one place.
    private struct Piece {
        /// The place, in bytes of the source.
        var offset: Int
        var text: String
        /// The rows among the text's lines, without their comments.
        var rows: [String]
        /// The state that the rows stand in; nil for a row of the file.
        var state: String?
    }

    init(_ source: SourceText) {
        self.source = source
    }

    /// Puts rows at the end of a state's block.
    mutating func insert(_ rows: [ProposedRow], into state: StateDeclaration) {
        let brace = state.range.upper - 1
        guard !rows.isEmpty, source.bytes.indices.contains(brace), source.bytes[brace] == UInt8(ascii: "}") else {
            return
        }
        let lineStart = start(ofLineAt: brace)
        if isBlank(lineStart..<brace) {
            add(rows, at: lineStart, before: "", after: "", state.name.text)
        } else {
            add(rows, at: brace, before: "\n", after: "", state.name.text)
        }
    }

    /// Puts a row of the file before its first group, state or choice, and before the comments directly above that.
    mutating func insert(_ row: ProposedRow, beforeScopesOf spec: FlowSpec) {
        guard let first = spec.elements.lazy.compactMap(\.beginningOfScope).first else { return }
        var offset = start(ofLineAt: first)
        guard isBlank(offset..<first) else {
            return add([row], at: first, before: "\n", after: "", nil)
        }
        while offset > 0 {
            let previous = start(ofLineAt: offset - 1)
            let line = source.bytes[previous..<offset].drop { $0 == 0x20 || $0 == 0x09 }
            guard line.starts(with: Array("//".utf8)) else { break }
            offset = previous
        }
        add([row], at: offset, before: "", after: "\n", nil)
    }

    /// The whole text as it should look, and each row with its line there.
    func finished() -> (bytes: [UInt8], insertions: [CellFix.Insertion]) {
        var bytes: [UInt8] = []
        var rows: [(row: String, state: String?, question: Int)] = []
        var position = 0
        for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
            bytes += source.bytes[position..<piece.offset]
            let earlier = Self.offsetsOfQuestions(in: bytes).count
            rows += piece.rows.enumerated().map { ($0.element, piece.state, earlier + $0.offset) }
            bytes += Array(piece.text.utf8)
            position = piece.offset
        }
        bytes += source.bytes[position...]
        if let text = format(SourceText(path: source.path, bytes: bytes)).text { bytes = Array(text.utf8) }
        // Formatting moves lines, but keeps comments and their order. So a row is found again by its comment, which asks a question:
        // `question` is the number of that comment among all such comments, counted from the top.
        let text = SourceText(path: source.path, bytes: bytes)
        let offsets = Self.offsetsOfQuestions(in: bytes)
        return (
            bytes, rows.map { .init(row: $0.row, state: $0.state, line: text.place(of: offsets[$0.question]).line) }
        )
    }

    /// What the comment behind each inserted row begins with.
    ///
    /// It ends in no blank: of an earlier question whose words were deleted, formatting would take that blank away, and the questions
    /// behind it would be counted wrongly.
    private static let questionBeginning = Array("// decide:".utf8)

    private static func offsetsOfQuestions(in bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: questionBeginning) }
    }

    private mutating func add(_ rows: [ProposedRow], at offset: Int, before: String, after: String, _ state: String?) {
        let lines = rows.map { "\($0.row)  // decide: \($0.question)\n" }.joined()
        pieces.append(Piece(offset: offset, text: before + lines + after, rows: rows.map(\.row), state: state))
    }

    private func start(ofLineAt offset: Int) -> Int {
        source.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        source.bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}

extension Element {
    /// Where a group, state or choice begins; nil for any other element.
    fileprivate var beginningOfScope: Int? {
        guard case .item(let item) = self else { return nil }
        switch item {
        case .group(let group): return group.range.lower
        case .state(let state): return state.range.lower
        case .choice(let choice): return choice.range.lower
        default: return nil
        }
    }
}
