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

extension ChildSignature.Ending {
    /// `tellsKept`: whether the bytes of the table list, for each final, the variables that it keeps.
    func write(to writer: inout ByteWriter, tellsKept: Bool) {
        writer.int(final)
        writer.int(event)
        if tellsKept { writer.write(keeps) }
    }

    init(from reader: inout ByteReader, tellsKept: Bool) throws(ByteError) {
        self.init(
            final: try reader.int(), event: try reader.int(), keeps: tellsKept ? try reader.positions() : [])
    }
}

extension ChildSignature {
    func write(to writer: inout ByteWriter, tellsKept: Bool) {
        writer.string(name)
        writer.write(table)
        writer.int(cancel)
        writer.list(endings) { $1.write(to: &$0, tellsKept: tellsKept) }
    }

    /// `depth` counts the tables around this one, so that no bytes can lead the reader down without end.
    init(from reader: inout ByteReader, depth: Int, tellsKept: Bool) throws(ByteError) {
        self.init(
            name: try reader.string(), table: try Table(from: &reader, depth: depth), cancel: try reader.int(),
            endings: try reader.list { (reader) throws(ByteError) in
                try Ending(from: &reader, tellsKept: tellsKept)
            })
    }
}

extension Table {
    /// Writes what only flows with lanes or sub-flows have, behind everything else, so that other flows' bytes lack it.
    func writeLanesAndSubFlows(to writer: inout ByteWriter, tellsKept: Bool) {
        writer.write(lanes)
        writer.list(children) { $1.write(to: &$0, tellsKept: tellsKept) }
        for move in moves {
            writer.write(move.leftChildren)
            writer.write(move.freedLanes)
        }
    }

    mutating func readLanesAndSubFlows(from reader: inout ByteReader, depth: Int, tellsKept: Bool) throws(ByteError) {
        lanes = try reader.elements()
        children = try reader.list { (reader) throws(ByteError) in
            try ChildSignature(from: &reader, depth: depth + 1, tellsKept: tellsKept)
        }
        for move in moves.indices {
            moves[move].leftChildren = try reader.positions()
            moves[move].freedLanes = try reader.positions()
        }
    }
}
