package import Keyway

/// The byte that says what a record is.
private enum RecordKind: UInt8 {
    case began = 0
    case event = 1
    case legBegan = 2
}

extension Record {
    /// The record as a log writes it, without its run and the flow that it follows.
    package var codedBytes: [UInt8] {
        var writer = ByteWriter()
        writer.record(self)
        return writer.bytes
    }

    /// Reads what `codedBytes` wrote; `beginning` has the flow that a first record follows.
    package init(codedBytes bytes: [UInt8], of run: RunID, following beginning: Beginning?) throws(ByteError) {
        var reader = ByteReader(bytes)
        let table = beginning.map { FlowTable(table: $0.table, annotations: $0.annotations) }
        self = try reader.record(of: run, following: table)
    }
}

extension ByteWriter {
    /// A record without its run, which stands in its block's table of runs.
    mutating func record(_ record: Record) {
        varint(UInt64(record.leg))
        varint(record.sequence)
        signed(record.time.milliseconds)
        switch record.content {
        case .began(let beginning):
            byte(RecordKind.began.rawValue)
            optional(beginning.reference) { $0.string($1) }
            outcome(beginning.outcome)
        case .event(let event):
            byte(RecordKind.event.rawValue)
            self.event(event)
        case .legBegan(let beginning):
            byte(RecordKind.legBegan.rawValue)
            varint(UInt64(beginning.parent))
            int(beginning.child)
            outcome(beginning.outcome)
        }
    }

    private mutating func event(_ event: EventRecord) {
        int(event.event)
        byte(event.stamp.rawValue)
        optional(event.answers) { writer, order in
            writer.varint(order.sequence)
            writer.varint(UInt64(order.index))
        }
        list(event.fields) { $0.value($1) }
        optional(event.commandID) { $0.string($1) }
        optional(event.unread) { writer, unread in
            writer.optional(unread.name) { $0.string($1) }
            writer.optional(unread.status) { $0.signed($1) }
            writer.list(unread.shape) { $0.string($1) }
        }
        optional(event.row) { $0.int($1) }
        byte(event.disposition.rawValue)
        varint(event.leftOut)
        outcome(event.outcome)
    }

    private mutating func outcome(_ outcome: Outcome) {
        int(outcome.state)
        list(outcome.context) { $0.value($1) }
    }
}

extension ByteReader {
    mutating func record(of run: RunID, following table: FlowTable?) throws(ByteError) -> Record {
        let leg = try index()
        let sequence = try varint()
        let time = Instant(milliseconds: try signed())
        let start = position
        let kind = try byte()
        let content: Record.Content
        switch RecordKind(rawValue: kind) {
        case .began:
            let reference = try optional { (reader) throws(ByteError) in try reader.string() }
            content = .began(
                Beginning(
                    table: table?.table ?? [], annotations: table?.annotations ?? [], reference: reference,
                    outcome: try outcome()))
        case .event: content = .event(try event())
        case .legBegan:
            content = .legBegan(LegBeginning(parent: try index(), child: try int(), outcome: try outcome()))
        case nil: throw .unknownTag(kind, position: start)
        }
        return Record(run: run, leg: leg, sequence: sequence, time: time, content: content)
    }

    private mutating func event() throws(ByteError) -> EventRecord {
        EventRecord(
            event: try int(),
            stamp: try tag(),
            answers: try optional { (reader) throws(ByteError) in
                OrderID(sequence: try reader.varint(), index: try reader.index())
            },
            fields: try list { (reader) throws(ByteError) in try reader.value() },
            commandID: try optional { (reader) throws(ByteError) in try reader.string() },
            unread: try optional { (reader) throws(ByteError) in try reader.unread() },
            row: try optional { (reader) throws(ByteError) in try reader.int() },
            disposition: try tag(),
            leftOut: try varint(),
            outcome: try outcome())
    }

    private mutating func unread() throws(ByteError) -> UnreadCallback {
        UnreadCallback(
            name: try optional { (reader) throws(ByteError) in try reader.string() },
            status: try optional { (reader) throws(ByteError) in try reader.signed() },
            shape: try list { (reader) throws(ByteError) in try reader.string() })
    }

    private mutating func outcome() throws(ByteError) -> Outcome {
        Outcome(state: try int(), context: try list { (reader) throws(ByteError) in try reader.value() })
    }

    private mutating func index() throws(ByteError) -> UInt32 {
        let start = position
        guard let index = UInt32(exactly: try varint()) else { throw .outOfRange(position: start) }
        return index
    }

    /// A byte that is one of few.
    private mutating func tag<Tag: RawRepresentable<UInt8>>() throws(ByteError) -> Tag {
        let start = position
        let tag = try byte()
        guard let known = Tag(rawValue: tag) else { throw .unknownTag(tag, position: start) }
        return known
    }
}
