/// One file's text, and the way from a byte's offset to the line and column that a person counts.
public struct SourceText: Sendable {
    /// The path as the user gave it; diagnostics repeat it.
    public let path: String
    /// The file's bytes, which may be anything.
    public let bytes: [UInt8]
    /// The offset at which each line begins.
    private let lineStarts: [Int]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == 0x0A {
            starts.append(offset + 1)
        }
        lineStarts = starts
    }

    /// The place of a byte, both counted from 1; the column counts Unicode scalars.
    public func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: offset)
        // A scalar begins at every byte that does not continue one.
        let column = bytes[lineStarts[line]..<offset].count { $0 & 0xC0 != 0x80 }
        return (line + 1, column + 1)
    }

    /// The bytes of the line, counted from 1, without its line end.
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

/// The bytes of a file, from the first to past the last, that an element was read from.
public struct SourceRange: Hashable, Sendable {
    public var lower: Int
    public var upper: Int

    public init(_ lower: Int, _ upper: Int) {
        self.lower = lower
        self.upper = upper
    }

    /// The range from the beginning of this one to the end of the other.
    public func through(_ other: SourceRange) -> SourceRange {
        SourceRange(lower, max(upper, other.upper))
    }
}
