/// One file's text, and the way from a byte's offset to the line and column that a person counts.
public struct SourceText: Sendable {
    /// The path as the user gave it; diagnostics repeat it.
    public let path: String
    /// The file's bytes, which may be anything.
    public let bytes: [UInt8]
    /// The offset at which each line begins.
    private let lineStarts: [Int]
    /// How many Unicode scalars begin before each piece of 1024 bytes, so that the column in a very long line is found at once.
    private let scalarsBeforePieces: [Int]
    private static let pieceLength = 1024
    /// What some editors put in front of a text; it belongs to no line.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Looks through the bytes once, so that later each place is found without reading them all again.
    ///
    /// - Parameters:
    ///   - path: repeated by diagnostics as it is; no file is read. The functions that take a text treat it as a profile, the clauses of
    ///     a standard, where its path ends in `.profile` or its first word is `profile`.
    ///   - bytes: the whole text, which need not be UTF-8.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
        var pieces: [Int] = []
        var scalars = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.pieceLength == 0 { pieces.append(scalars) }
            if byte.beginsScalar { scalars += 1 }
            if byte == 0x0A { starts.append(offset + 1) }
        }
        lineStarts = starts
        scalarsBeforePieces = pieces
    }

    /// The line and the column of a byte, both counted from 1; the column counts Unicode scalars.
    ///
    /// - Parameter offset: the byte, counted from 0; one outside of the text counts as the nearer end.
    public func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: offset)
        return (line + 1, scalars(before: max(offset, lineStarts[line])) - scalars(before: lineStarts[line]) + 1)
    }

    /// The line of a byte, counted from 1; without the column it is found much sooner.
    ///
    /// - Parameter offset: as for `place(of:)`.
    public func lineNumber(of offset: Int) -> Int { lineIndex(of: min(max(offset, 0), bytes.count)) + 1 }

    /// How many Unicode scalars begin before the offset.
    private func scalars(before offset: Int) -> Int {
        let piece = offset / Self.pieceLength
        guard scalarsBeforePieces.indices.contains(piece) else {
            // At the text's end no piece begins if the text is empty or its last piece has the full length.
            guard let last = scalarsBeforePieces.last else { return 0 }
            return last + bytes.suffix(Self.pieceLength).count(where: \.beginsScalar)
        }
        return scalarsBeforePieces[piece] + bytes[(piece * Self.pieceLength)..<offset].count(where: \.beginsScalar)
    }

    /// The part of the text at the range; empty for a range outside of the text.
    package func text(in range: SourceRange) -> String {
        guard range.lower >= 0, range.lower <= range.upper, range.upper <= bytes.count else { return "" }
        return String(decoding: bytes[range.lower..<range.upper], as: UTF8.self)
    }

    /// The bytes of a line without its line end; empty for a line that the text does not have.
    ///
    /// - Parameter number: the line, counted from 1.
    public func line(_ number: Int) -> ArraySlice<UInt8> {
        guard lineStarts.indices.contains(number - 1) else { return [] }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return bytes[start..<end]
    }

    private func lineIndex(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}

/// Where a part of a spec, such as a row or a name, stands in the text of its file: from one offset to another, in bytes.
public struct SourceRange: Hashable, Sendable {
    /// The offset of the first byte.
    public var lower: Int
    /// The offset behind the last byte; equal to `lower` where nothing stands.
    public var upper: Int

    /// Takes any two offsets, and does not check their order.
    ///
    /// - Parameters:
    ///   - lower: the offset of the first byte, counted from 0.
    ///   - upper: the offset behind the last byte; equal to `lower` where nothing stands.
    public init(_ lower: Int, _ upper: Int) {
        self.lower = lower
        self.upper = upper
    }

    /// The range from the beginning of this range to its end or the other's, whichever is later.
    ///
    /// - Parameter other: a range of the same text, which begins at the beginning of this one or behind it.
    public func through(_ other: SourceRange) -> SourceRange {
        SourceRange(lower, max(upper, other.upper))
    }
}

extension UInt8 {
    /// In UTF-8, a scalar begins at every byte that does not continue one.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
