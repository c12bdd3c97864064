extension Table: Coded {
    /// Which parts the bytes have. The form is written first, and a reader refuses a form that it does not know.
    private enum Form: UInt64 {
        /// No part for lanes, sub-flows and parameters: the flow has none.
        case plain = 1
        /// Lanes and sub-flows stand behind the rest; no final of a sub-flow keeps variables, whose values its parent would get.
        case withLanesAndSubFlows = 2
        /// As `withLanesAndSubFlows`, and each final of a sub-flow is listed with the variables that it keeps.
        case keeping = 3
        /// As `keeping`, and behind that the parameters: the flow's own, and those for which it chooses its sub-flows' values.
        case choosing = 4

        /// Whether the lists of lanes and of sub-flows stand behind the rest; either may be empty.
        var hasLanesAndSubFlows: Bool { self != .plain }
        /// Whether the bytes have a part for what the finals of sub-flows keep.
        var tellsKept: Bool { self == .keeping || self == .choosing }
    }

    /// How many flows may be nested, the outermost one included: more than any flow needs, and few enough for a stack.
    package static let greatestDepth = 32

    private var form: Form {
        if !parameters.isEmpty || children.contains(where: { !$0.parameters.isEmpty }) { return .choosing }
        if lanes.isEmpty && children.isEmpty { return .plain }
        return children.contains { $0.endings.contains { !$0.keeps.isEmpty } } ? .keeping : .withLanesAndSubFlows
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
        // The position of the timer of the file's `within`, which ends a run that is left alone.
        writer.optional(sessionTimer) { $0.int($1) }
        writer.list(cells) { writer, cell in writer.optional(cell) { $1.write(to: &$0) } }
        writer.write(questions)
        writer.write(rows)
        writer.write(choices)
        writer.write(branches)
        writer.write(moves)
        // For each state and each state that may follow it, the place of their move in `moves`, if a row leads so.
        writer.list(moveIndex) { writer, position in writer.optional(position) { $0.int($1) } }
        writer.write(initialMove)
        if form.hasLanesAndSubFlows { writeLanesAndSubFlows(to: &writer, tellsKept: form.tellsKept) }
        if form == .choosing { writeParameters(to: &writer) }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        try self.init(from: &reader, depth: 0)
    }

    /// `depth`: in how many other tables this one is nested.
    init(from reader: inout ByteReader, depth: Int) throws(ByteError) {
        let start = reader.position
        guard depth < Self.greatestDepth else { throw .outOfRange(position: start) }
        let form = try Self.form(from: &reader)
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
            try reader.optional { (reader) throws(ByteError) in try reader.read(Question.Next.self) }
        }
        questions = try reader.elements()
        rows = try reader.elements()
        choices = try reader.elements()
        branches = try reader.elements()
        moves = try reader.elements()
        moveIndex = try reader.list { (reader) throws(ByteError) in
            try reader.optional { (reader) throws(ByteError) in try reader.int() }
        }
        initialMove = try reader.read()
        if form.hasLanesAndSubFlows { try readLanesAndSubFlows(from: &reader, depth: depth, tellsKept: form.tellsKept) }
        if form == .choosing { try readParameters(from: &reader) }
        // Equal tables have equal bytes: a form with more parts than the table needs is refused.
        guard self.form == form else { throw .outOfRange(position: start) }
    }

    private static func form(from reader: inout ByteReader) throws(ByteError) -> Form {
        let start = reader.position
        let number = try reader.varint()
        if let form = Form(rawValue: number) { return form }
        // A number that is not known and fits a byte is that of a form which a later version writes; 0 and greater numbers are damage.
        guard number > 0, let tag = UInt8(exactly: number) else { throw .outOfRange(position: start) }
        throw .unknownTag(tag, position: start)
    }
}
