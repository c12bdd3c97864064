extension FlowWord {
    /// The word as a log could keep it: its position, then its values, each in the one form that it has.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.int(position)
        writer.values(values)
        return writer.bytes
    }

    /// - Throws: `Value.Mismatch` for bytes that are no word of the flow.
    package init(bytes: [UInt8]) throws(Value.Mismatch) {
        var reader = ByteReader(bytes)
        guard let position = try? reader.int(), let values = try? reader.values(), reader.isAtEnd else {
            throw Value.Mismatch()
        }
        try self.init(position: position, values: values)
    }
}
