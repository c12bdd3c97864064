extension FlowWord {
    /// The event or effect in bytes: its position, then its values, each in the one form that it has.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.int(position)
        writer.values(values)
        return writer.bytes
    }

    /// Reads what `bytes` wrote.
    ///
    /// - Throws: `Value.Mismatch` for bytes that are no event or effect of the flow.
    package init(bytes: [UInt8]) throws(Value.Mismatch) {
        var reader = ByteReader(bytes)
        guard let position = try? reader.int(), let values = try? reader.values(), reader.isAtEnd else {
            throw Value.Mismatch()
        }
        try self.init(position: position, values: values)
    }
}
