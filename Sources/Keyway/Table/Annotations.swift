/// What a log keeps of a spec for people: where each row stands. It is no part of the version's identity.
public struct Annotations: Hashable, Sendable {
    /// The spec's file name, without its folders.
    public var file: String
    /// The line of each row of the table, counted from 1; 0 where it has none.
    public var rowLines: [Int]

    public init(file: String, rowLines: [Int]) {
        self.file = file
        self.rowLines = rowLines
    }

    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.string(file)
        writer.write(rowLines)
        return writer.bytes
    }

    /// Nil for bytes that are no annotations; nothing depends on them.
    public init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let file = try? reader.string(), let lines = try? reader.positions(), reader.isAtEnd else { return nil }
        self.init(file: file, rowLines: lines)
    }
}
