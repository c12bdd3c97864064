extension Table {
    /// The table whose canonical bytes stand in base 64, as generated code carries it; line ends do not count.
    ///
    /// Of sub-flows the text has but the outlines: their tables are given, as their own generated code carries them. Of a
    /// text that is no table, and of one whose sub-flows are others now, a flow of this name is made in which nothing happens;
    /// a test of each generated flow shows that its own is read.
    public init(embedded text: StaticString, of name: String, children: [Table] = []) {
        let bytes = text.withUTF8Buffer { bytesOfBase64($0) }
        self = bytes.flatMap { try? Table(embeddedBytes: $0, children: children) } ?? Table(withoutEvents: name)
    }

    /// What generated code carries: the canonical bytes, with no more of a sub-flow than its outline.
    package var embeddedBytes: [UInt8] {
        var table = self
        for place in children.indices { table.children[place].table = children[place].table.outline }
        return table.canonicalBytes
    }

    /// All that a parent goes by: its finals and commands are positions in the sub-flow's table.
    private var outline: Table {
        var outline = Table(name: name, version: version)
        outline.states = states
        outline.events = events
        return outline
    }

    /// The table that generated code carries, with its sub-flows as they are now.
    ///
    /// - Throws: `TableError` where the bytes are no table, and where a sub-flow has another outline.
    package init(embeddedBytes bytes: [UInt8], children tables: [Table]) throws(TableError) {
        try self.init(unchecked: bytes)
        if !tables.isEmpty {
            guard children.map(\.table) == tables.map(\.outline) else { throw .inconsistent("the sub-flows") }
            for (place, table) in tables.enumerated() { children[place].table = table }
        }
        try validate()
    }

    private init(withoutEvents name: String) {
        self.init(name: name, version: 0)
        states = [StateSignature(name: "unreadable", isFinal: true)]
        moveIndex = [nil]
    }
}

/// The bytes that the text stands for; nil where it is no base 64.
///
/// Source: RFC 4648, section 4, without padding.
private func bytesOfBase64(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var pending: UInt32 = 0
    var pendingBits: UInt32 = 0
    for letter in text where letter != UInt8(ascii: "\n") {
        guard let six = sixBits(of: letter) else { return nil }
        pending = pending << 6 | six
        pendingBits += 6
        if pendingBits >= 8 {
            pendingBits -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
        }
    }
    return bytes
}

private func sixBits(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}
