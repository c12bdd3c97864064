extension ParameterSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.int(variable)
        writer.write(initialises)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(variable: try reader.int(), initialises: try reader.positions())
    }
}

extension ChildSignature.Parameter: Coded {
    func write(to writer: inout ByteWriter) {
        writer.int(variable)
        writer.write(operand)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(variable: try reader.int(), operand: try reader.read())
    }
}

extension Table {
    /// What only flows with parameters have, or flows that choose those of a sub-flow; it stands behind everything else.
    func writeParameters(to writer: inout ByteWriter) {
        writer.write(parameters)
        for child in children { writer.write(child.parameters) }
    }

    mutating func readParameters(from reader: inout ByteReader) throws(ByteError) {
        parameters = try reader.elements()
        for child in children.indices { children[child].parameters = try reader.elements() }
    }
}
