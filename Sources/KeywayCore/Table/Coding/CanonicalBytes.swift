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
    /// - Throws: `Table.FormatError.unreadable` where the bytes do not read as a table, or something follows it;
    ///   `newer` where they have a form or a tag that this version does not know; `inconsistent` where a position in it leads nowhere.
    public init(canonicalBytes bytes: [UInt8]) throws(Table.FormatError) {
        try self.init(unchecked: bytes)
        try validate()
    }

    /// Reads a table whose positions are still to be checked.
    init(unchecked bytes: [UInt8]) throws(Table.FormatError) {
        var reader = ByteReader(bytes)
        do throws(ByteError) { self = try reader.read() } catch {
            if case .unknownTag = error { throw .newer("\(error)") }
            throw .unreadable("\(error)")
        }
        guard reader.isAtEnd else { throw .unreadable("byte \(reader.position): something follows the table") }
    }
}

extension Table {
    /// Why bytes are no table.
    public enum FormatError: Error, Hashable, Sendable {
        /// The bytes do not read as a table; the text says where.
        case unreadable(String)
        /// The bytes have a form or a tag, which says what kind of part follows, that this version of Keyway does not know; the text says
        /// where. Where a log or a checksum vouches for the bytes, a newer version wrote them.
        case newer(String)
        /// A position leads nowhere; the text says which.
        case inconsistent(String)
    }
}

extension Table.FormatError: CustomStringConvertible {
    /// One line, without the place of the bytes: whoever read them adds it.
    public var description: String {
        switch self {
        case .unreadable(let reason): "the stored table cannot be read: \(reason)"
        case .newer(let what): "the stored table cannot be read by this version of Keyway: \(what)"
        case .inconsistent(let what): "the stored table is inconsistent: \(what)"
        }
    }
}
