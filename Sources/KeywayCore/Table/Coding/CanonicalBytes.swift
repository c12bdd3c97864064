extension Table {
    /// The bytes that identify the flow's version: two tables are one version exactly when these are equal.
    public var canonicalBytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Reads a table and checks every position in it, so that foreign bytes cannot make a reducer read outside of it.
    ///
    /// - Parameter bytes: what `canonicalBytes` gave, as a log or a file has it.
    /// - Throws: `Table.FormatError.unreadable` where the bytes do not read as a table; `followed` where something follows it; `newer` where
    ///   they have a form or a tag that this version does not know; `inconsistent` where a position in it leads nowhere.
    public init(canonicalBytes bytes: [UInt8]) throws(Table.FormatError) {
        try self.init(unchecked: bytes)
        try validate()
    }

    /// Reads a table whose positions are still to be checked.
    init(unchecked bytes: [UInt8]) throws(Table.FormatError) {
        var reader = ByteReader(bytes)
        do throws(ByteError) { self = try reader.read() } catch {
            if case .unknownTag(let tag, let position) = error { throw .newer(tag: tag, position: position) }
            throw .unreadable(error)
        }
        guard reader.isAtEnd else { throw .followed(position: reader.position) }
    }
}
