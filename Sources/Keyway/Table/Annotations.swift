/// What a log keeps of a spec for people: where each row stands. It is no part of the version's identity.
public struct Annotations: Hashable, Sendable {
    /// The spec's file name, without its folders.
    public var file: String
    /// The line of each row of the table, counted from 1; 0 where it has none.
    public var rowLines: [Int]
    /// Of each sub-flow's spec.
    public var children: [Annotations]

    public init(file: String, rowLines: [Int], children: [Annotations] = []) {
        self.file = file
        self.rowLines = rowLines
        self.children = children
    }

    /// What a log keeps beside the canonical bytes of the table; read back by `init(bytes:)`.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.string(file)
        writer.write(rowLines)
        if !children.isEmpty { writer.list(children) { $0.bytes($1.bytes) } }
        return writer.bytes
    }

    /// Nil for bytes that are no annotations; nothing depends on them.
    public init?(bytes: [UInt8]) {
        self.init(bytes: bytes, depth: 0)
    }

    private init?(bytes: [UInt8], depth: Int) {
        var reader = ByteReader(bytes)
        guard depth < Table.greatestDepth, let file = try? reader.string(), let lines = try? reader.positions() else {
            return nil
        }
        self.init(file: file, rowLines: lines)
        if reader.isAtEnd { return }
        guard let parts = try? reader.list({ (reader) throws(ByteError) in try reader.bytes() }), reader.isAtEnd else {
            return nil
        }
        children = parts.compactMap { Annotations(bytes: $0, depth: depth + 1) }
        guard !parts.isEmpty, children.count == parts.count else { return nil }
    }
}
