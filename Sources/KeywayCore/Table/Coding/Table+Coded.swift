extension Table: Coded {
    /// What comes first; a reader refuses a form that it does not know.
    private enum Form: UInt64 {
        case plain = 1
        /// With lanes and sub-flows behind the rest.
        case running = 2
        /// With what the finals of sub-flows keep as well; the tables of before, whose finals tell nothing, have the form above.
        case keeping = 3
    }

    /// Far more than one flow in another needs, and far less than a stack holds.
    static let greatestDepth = 32

    private var form: Form {
        if lanes.isEmpty && children.isEmpty { return .plain }
        return children.contains { $0.endings.contains { !$0.keeps.isEmpty } } ? .keeping : .running
    }

    func write(to writer: inout ByteWriter) {
        writer.varint(form.rawValue)
        writer.string(name)
        writer.int(version)
        writer.write(enumerations)
        writer.write(variables)
        writer.values(initialValues)
        writer.write(states)
        writer.write(events)
        writer.write(effects)
        writer.write(timers)
        writer.write(sources)
        writer.optional(sessionTimer) { $0.int($1) }
        writer.list(cells) { writer, cell in writer.optional(cell) { $1.write(to: &$0) } }
        writer.write(decisions)
        writer.write(rows)
        writer.write(choices)
        writer.write(branches)
        writer.write(moves)
        writer.list(moveIndex) { writer, position in writer.optional(position) { $0.int($1) } }
        writer.write(initialMove)
        if form != .plain { writeRunning(to: &writer, tellsKept: form == .keeping) }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        try self.init(from: &reader, depth: 0)
    }

    init(from reader: inout ByteReader, depth: Int) throws(ByteError) {
        let start = reader.position
        guard depth < Self.greatestDepth, let form = Form(rawValue: try reader.varint()) else {
            throw .outOfRange(position: start)
        }
        self.init(name: try reader.string(), version: try reader.int())
        enumerations = try reader.elements()
        variables = try reader.elements()
        initialValues = try reader.values()
        states = try reader.elements()
        events = try reader.elements()
        effects = try reader.elements()
        timers = try reader.elements()
        sources = try reader.elements()
        sessionTimer = try reader.optional { (reader) throws(ByteError) in try reader.int() }
        cells = try reader.list { (reader) throws(ByteError) in
            try reader.optional { (reader) throws(ByteError) in try reader.read(Decision.Next.self) }
        }
        decisions = try reader.elements()
        rows = try reader.elements()
        choices = try reader.elements()
        branches = try reader.elements()
        moves = try reader.elements()
        moveIndex = try reader.list { (reader) throws(ByteError) in
            try reader.optional { (reader) throws(ByteError) in try reader.int() }
        }
        initialMove = try reader.read()
        guard form != .plain else { return }
        try readRunning(from: &reader, depth: depth, tellsKept: form == .keeping)
        // A table has one form in bytes.
        guard self.form == form else { throw .outOfRange(position: start) }
    }
}
