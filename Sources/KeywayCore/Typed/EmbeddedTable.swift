extension Table {
    /// The table that generated code carries.
    ///
    /// Where the text is no such table, or a sub-flow has another outline now, the result is a flow in which nothing
    /// happens and whose `fault` says why. A sub-flow's outline is its states, events and parameters, its enums' cases, and its variables
    /// where it has parameters or a final whose kept values the parent gets.
    ///
    /// - Parameters:
    ///   - text: the canonical bytes, with no more of a sub-flow than its outline, and their checksum, in base 64
    ///     without padding; line ends do not count.
    ///   - name: the flow's name, which the result has where it has a `fault`; else the text gives it.
    ///   - children: the tables of the sub-flows, in the order of the text, which their own generated code carries;
    ///     empty for a flow without sub-flows.
    public init(embedded text: StaticString, of name: String, children: [Table] = []) {
        // The fault names the sub-flow, because its code must be generated again; the parent's may be sound.
        if let fault = children.lazy.compactMap(\.fault).first {
            self.init(withoutEvents: name, fault)
            return
        }
        do throws(Table.FormatError) {
            guard let bytes = text.withUTF8Buffer({ bytesOfBase64($0) }) else { throw .notBase64 }
            try self.init(embeddedBytes: bytes, children: children)
        } catch {
            self.init(withoutEvents: name, Table.Fault(flow: name, error: error))
        }
    }

    /// What generated code carries: the canonical bytes, with no more of a sub-flow than its outline, and their
    /// checksum.
    package var embeddedBytes: [UInt8] {
        var table = self
        for place in children.indices {
            table.children[place].table = children[place].outline(of: children[place].table)
        }
        let bytes = table.canonicalBytes
        return bytes + Self.checksum(of: bytes)
    }

    /// The four bytes of the checksum, the lowest first, as they stand behind the table's bytes.
    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        let checksum = CRC32C.checksum(of: bytes)
        return (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
    }

    /// The table that generated code carries, with its sub-flows as they are now.
    ///
    /// - Throws: `Table.FormatError` where the bytes are no table, and where a sub-flow has another outline.
    package init(embeddedBytes bytes: [UInt8], children tables: [Table]) throws(Table.FormatError) {
        let own = Array(bytes.dropLast(4))
        // Damaged bytes may still be a table, but of another flow.
        guard Self.checksum(of: own) == bytes.suffix(4) else { throw .wrongChecksum }
        try self.init(unchecked: own)
        if !tables.isEmpty {
            guard children.count == tables.count else { throw .inconsistent(.subFlows) }
            for (place, table) in tables.enumerated() {
                guard children[place].table == children[place].outline(of: table) else {
                    throw .inconsistent(.subFlows)
                }
                children[place].table = table
            }
        }
        try validate()
    }

    private init(withoutEvents name: String, _ fault: Table.Fault) {
        self.init(name: name, version: 0)
        states = [StateSignature(name: "unreadable", isFinal: true)]
        moveIndex = [nil]
        self.fault = fault
    }
}

extension ChildSignature {
    /// The part of the sub-flow's table that the parent depends on.
    ///
    /// The parent names finals, commands, parameters and kept variables by their positions, and a value of an enum by the position of its
    /// case: with the same kinds in another order it would take one for another.
    fileprivate func outline(of table: Table) -> Table {
        var outline = Table(name: table.name, version: table.version)
        outline.enumerations = table.enumerations.map { enumeration in
            // The codes that a provider has for a case are left out: the sub-flow alone reads them.
            Enumeration(name: enumeration.name, cases: enumeration.cases.map { .init(name: $0.name, codes: []) })
        }
        outline.states = table.states
        outline.events = table.events
        outline.parameters = table.parameters
        if !table.parameters.isEmpty || endings.contains(where: { !$0.keeps.isEmpty }) {
            outline.variables = table.variables
        }
        return outline
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
