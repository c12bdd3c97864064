extension LaneSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.string(provider)
        writer.int(event)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), provider: try reader.string(), event: try reader.int())
    }
}

extension ChildSignature.Ending: Coded {
    func write(to writer: inout ByteWriter) {
        writer.int(final)
        writer.int(event)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(final: try reader.int(), event: try reader.int())
    }
}

extension ChildSignature {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(table)
        writer.int(cancel)
        writer.write(endings)
    }

    /// `depth` counts the tables around, so that no bytes can lead the reader down without end.
    init(from reader: inout ByteReader, depth: Int) throws(ByteError) {
        self.init(
            name: try reader.string(), table: try Table(from: &reader, depth: depth), cancel: try reader.int(),
            endings: try reader.elements())
    }
}

extension Table {
    /// What only flows with lanes or sub-flows have; it stands behind everything else.
    func writeRunning(to writer: inout ByteWriter) {
        writer.write(lanes)
        writer.list(children) { $1.write(to: &$0) }
        for move in moves {
            writer.write(move.left)
            writer.write(move.freed)
        }
    }

    mutating func readRunning(from reader: inout ByteReader, depth: Int) throws(ByteError) {
        lanes = try reader.elements()
        children = try reader.list { (reader) throws(ByteError) in
            try ChildSignature(from: &reader, depth: depth + 1)
        }
        for move in moves.indices {
            moves[move].left = try reader.positions()
            moves[move].freed = try reader.positions()
        }
    }
}
