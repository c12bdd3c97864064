extension FlowWord {
    /// The word as a log could keep it: its position, then its values, each in the one form that it has.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.int(position)
        writer.values(values)
        return writer.bytes
    }

    /// - Throws: `UnfitValues` for bytes that are no word of the flow.
    public init(bytes: [UInt8]) throws(UnfitValues) {
        var reader = ByteReader(bytes)
        guard let position = try? reader.int(), let values = try? reader.values(), reader.isAtEnd else {
            throw UnfitValues()
        }
        try self.init(position: position, values: values)
    }
}
