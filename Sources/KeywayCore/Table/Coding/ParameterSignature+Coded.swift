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
    /// Writes the parameters, behind everything else; only flows that have or choose parameters have this part.
    func writeParameters(to writer: inout ByteWriter) {
        writer.write(parameters)
        for child in children { writer.write(child.parameters) }
    }

    mutating func readParameters(from reader: inout ByteReader) throws(ByteError) {
        parameters = try reader.elements()
        for child in children.indices { children[child].parameters = try reader.elements() }
    }
}
