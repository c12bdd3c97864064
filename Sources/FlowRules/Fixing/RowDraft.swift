import FlowLanguage

/// A text and the rows that are to be inserted in it, each on a line of its own.
struct RowDraft {
    private let source: SourceText
    private let lineEnd: String
    private var pieces: [Piece] = []

    private struct Piece {
        var offset: Int
        var text: String
        /// The rows, each with how far behind the piece's beginning it stands.
        var rows: [(row: String, distance: Int)]
        var state: String?
    }

    init(_ source: SourceText) {
        self.source = source
        let newline = source.bytes.firstIndex(of: 0x0A)
        let isDOS = newline.map { $0 > 0 && source.bytes[$0 - 1] == 0x0D } ?? false
        lineEnd = isDOS ? "\r\n" : "\n"
    }

    /// Puts rows at the end of a state's block.
    mutating func insert(_ rows: [ProposedRow], into state: StateDeclaration) {
        let brace = state.range.upper - 1
        guard !rows.isEmpty, source.bytes.indices.contains(brace), source.bytes[brace] == UInt8(ascii: "}") else {
            return
        }
        let lineStart = start(ofLineAt: brace)
        let margin = margin(ofLineAt: state.range.lower)
        if isBlank(lineStart..<brace) {
            add(
                rows, at: lineStart, margin: self.margin(ofLineAt: brace) + "  ", before: "", after: "", state.name.text
            )
        } else {
            add(rows, at: brace, margin: margin + "  ", before: lineEnd, after: margin, state.name.text)
        }
    }

    /// Puts a row of the file before its first group, state or choice, and before the comments on that.
    mutating func insert(_ row: ProposedRow, beforeScopesOf spec: FlowSpec) {
        guard let first = spec.elements.lazy.compactMap(\.beginningOfScope).first else { return }
        var offset = start(ofLineAt: first)
        guard isBlank(offset..<first) else {
            return add([row], at: first, margin: "", before: lineEnd, after: "", nil)
        }
        while offset > 0 {
            let previous = start(ofLineAt: offset - 1)
            let words = source.bytes[previous..<offset].drop { $0 == 0x20 || $0 == 0x09 }
            guard words.starts(with: Array("//".utf8)) else { break }
            offset = previous
        }
        add([row], at: offset, margin: "", before: "", after: lineEnd, nil)
    }

    /// The whole text, and each row with its line there.
    func finished() -> (bytes: [UInt8], insertions: [CellFix.Insertion]) {
        var bytes: [UInt8] = []
        var places: [(row: String, state: String?, offset: Int)] = []
        var position = 0
        for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
            bytes += source.bytes[position..<piece.offset]
            places += piece.rows.map { ($0.row, piece.state, bytes.count + $0.distance) }
            bytes += Array(piece.text.utf8)
            position = piece.offset
        }
        bytes += source.bytes[position...]
        let text = SourceText(path: source.path, bytes: bytes)
        return (
            bytes,
            places.map { .init(row: $0.row, state: $0.state, line: text.place(of: $0.offset).line) }
        )
    }

    private mutating func add(
        _ rows: [ProposedRow], at offset: Int, margin: String, before: String, after: String, _ state: String?
    ) {
        let width = rows.map(\.row.utf8.count).max() ?? 0
        var piece = Piece(offset: offset, text: before, rows: [], state: state)
        for row in rows {
            piece.rows.append((row.row, piece.text.utf8.count + margin.utf8.count))
            let gap = String(repeating: " ", count: width - row.row.utf8.count + 2)
            piece.text += "\(margin)\(row.row)\(gap)// decide: \(row.question)\(lineEnd)"
        }
        piece.text += after
        pieces.append(piece)
    }

    private func start(ofLineAt offset: Int) -> Int {
        source.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }

    private func margin(ofLineAt offset: Int) -> String {
        let line = source.bytes[start(ofLineAt: offset)...].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: line, as: UTF8.self)
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        source.bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}

extension Element {
    /// Where a group, state or choice begins.
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
