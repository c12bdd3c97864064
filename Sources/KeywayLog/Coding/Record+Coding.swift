package import KeywayCore

/// The byte that says what a record is.
private enum RecordKind: UInt8 {
    case began = 0
    case event = 1
    case legBegan = 2
    case closed = 3
    case resumed = 4
    case commandBeforeLeg = 5
    case appEnded = 6
    /// An event, and behind it the bytes of its sealed values.
    case sealedEvent = 7
    case takenOver = 8
}

/// The byte that says why an event came.
private enum CauseKind: UInt8 {
    case asked = 0
    case heard = 1
    case retained = 2
    case replied = 3
    case failed = 4
    case refused = 5
    case interrupted = 6
    case timer = 7
    case limit = 8
    case granted = 9
    case restored = 10
    case owed = 11
    case overrun = 12
    case valueGone = 13
}

extension Record {
    /// Whether this version knows the kind of record that the byte stands for.
    package static func hasKind(_ byte: UInt8) -> Bool { RecordKind(rawValue: byte) != nil }

    /// The record as a log writes it: without its run, and a `began` record without the flow's version and the
    /// reference.
    package var codedBytes: [UInt8] {
        // Most records have fewer bytes, so that their writer takes memory once.
        var writer = ByteWriter(room: 160)
        writer.record(self)
        return writer.bytes
    }

    /// Reads what `codedBytes` wrote; for a `began` record, `beginning` gives the flow's version and the reference.
    package init(codedBytes bytes: [UInt8], of run: RunID, following beginning: Beginning?) throws(ByteError) {
        var reader = ByteReader(bytes)
        self = try reader.record(of: run, following: beginning?.version, reference: beginning?.reference)
    }
}

extension ByteWriter {
    /// A record without its run, and a `began` record without the flow's version and the reference: a log keeps these
    /// elsewhere.
    package mutating func record(_ record: Record) {
        varint(UInt64(record.leg))
        varint(record.sequence)
        signed(record.time.milliseconds)
        switch record.content {
        case .began(let beginning):
            byte(RecordKind.began.rawValue)
            byte(beginning.kind.rawValue)
            fixed(beginning.salt)
            // The format has a list of values here, which is always empty: the values of the flow's parameters are variables,
            // and stand in the outcome.
            values([])
            outcome(beginning.outcome)
        case .event(let event):
            byte((event.sealed == nil ? RecordKind.event : .sealedEvent).rawValue)
            self.event(event)
            if let sealed = event.sealed { bytes(sealed) }
        case .legBegan(let beginning):
            byte(RecordKind.legBegan.rawValue)
            varint(beginning.owedBy)
            varint(UInt64(beginning.parent))
            int(beginning.child)
            outcome(beginning.outcome)
        case .closed(let order, let closing):
            byte(RecordKind.closed.rawValue)
            self.order(order)
            byte(closing.rawValue)
        case .resumed(let resumption):
            byte(RecordKind.resumed.rawValue)
            varint(UInt64(resumption.epoch))
            signed(resumption.wallTime.milliseconds)
            fixed(resumption.salt)
        case .commandBeforeLeg(let command):
            byte(RecordKind.commandBeforeLeg.rawValue)
            string(command.leg)
            int(command.command)
            values(command.fields)
            string(command.commandID)
        case .appEnded(let outcome):
            byte(RecordKind.appEnded.rawValue)
            byte(outcome.ending.rawValue)
            optional(outcome.reason) { $0.string($1) }
        case .takenOver(let orders):
            byte(RecordKind.takenOver.rawValue)
            list(orders) { $0.order($1) }
        }
    }

    private mutating func event(_ event: EventRecord) {
        int(event.event)
        cause(event.cause)
        byte(event.stamp.rawValue)
        bool(event.answers != nil)
        if let answers = event.answers { order(answers) }
        values(event.fields)
        bool(event.inputID != nil)
        if let id = event.inputID { string(id) }
        bool(event.unread != nil)
        if let unread = event.unread { self.unread(unread) }
        bool(event.row != nil)
        if let row = event.row { int(row) }
        byte(event.disposition.rawValue)
        varint(event.omittedSteps)
        outcome(event.outcome)
    }

    private mutating func unread(_ unread: RawValue.Unread) {
        optional(unread.name) { $0.string($1) }
        optional(unread.status) { $0.signed($1) }
        list(unread.shape) { $0.string($1) }
    }

    private mutating func cause(_ cause: Cause) {
        byte(CauseKind(cause).rawValue)
        if case .owed(let sequence) = cause { varint(sequence) }
    }

    private mutating func order(_ order: EffectOrder.ID) {
        varint(order.sequence)
        varint(UInt64(order.index))
    }

    private mutating func outcome(_ outcome: Outcome) {
        int(outcome.state)
        values(outcome.context)
    }
}

extension CauseKind {
    init(_ cause: Cause) {
        self =
            switch cause {
            case .asked: .asked
            case .heard: .heard
            case .retained: .retained
            case .replied: .replied
            case .failed: .failed
            case .refused: .refused
            case .interrupted: .interrupted
            case .timer: .timer
            case .limit: .limit
            case .granted: .granted
            case .restored: .restored
            case .owed: .owed
            case .overrun: .overrun
            case .valueGone: .valueGone
            }
    }
}

extension ByteReader {
    /// Reads a record of the run; a `began` record gets the version and the reference, which a log keeps beside the
    /// records.
    package mutating func record(
        of run: RunID, following version: FlowVersion?, reference: String?
    ) throws(ByteError) -> Record {
        let leg = try index()
        let sequence = try varint()
        let time = Instant(milliseconds: try signed())
        let start = position
        let kind = try byte()
        let content: Record.Content
        switch RecordKind(rawValue: kind) {
        case .began: content = .began(try beginning(following: version, reference: reference))
        case .event: content = .event(try event())
        case .sealedEvent:
            var event = try event()
            event.sealed = try bytes()
            content = .event(event)
        case .legBegan:
            content = .legBegan(
                LegBeginning(owedBy: try varint(), parent: try index(), child: try int(), outcome: try outcome()))
        case .closed: content = .closed(try order(), try tag())
        case .resumed:
            content = .resumed(
                Resumption(
                    epoch: try index(), wallTime: Instant(milliseconds: try signed()), salt: try fixed(UInt64.self)))
        case .commandBeforeLeg:
            content = .commandBeforeLeg(
                CommandBeforeLeg(leg: try string(), command: try int(), fields: try values(), commandID: try string()))
        case .appEnded:
            content = .appEnded(
                AppOutcome(
                    try tag(), reason: try optional { (reader) throws(ByteError) in try reader.string() }))
        case .takenOver: content = .takenOver(try list { (reader) throws(ByteError) in try reader.order() })
        case nil: throw .unknownTag(kind, position: start)
        }
        return Record(run: run, leg: leg, sequence: sequence, time: time, content: content)
    }

    private mutating func beginning(
        following version: FlowVersion?, reference: String?
    ) throws(ByteError) -> Beginning {
        let (kind, salt): (RunKind, UInt64) = (try tag(), try fixed(UInt64.self))
        let start = position
        guard try values().isEmpty else { throw .outOfRange(position: start) }
        return Beginning(
            version: version ?? .unread, reference: reference, kind: kind, salt: salt, outcome: try outcome())
    }

    private mutating func event() throws(ByteError) -> EventRecord {
        EventRecord(
            event: try int(),
            cause: try cause(),
            stamp: try tag(),
            answers: try optional { (reader) throws(ByteError) in try reader.order() },
            fields: try values(),
            inputID: try optional { (reader) throws(ByteError) in try reader.string() },
            unread: try optional { (reader) throws(ByteError) in try reader.unread() },
            row: try optional { (reader) throws(ByteError) in try reader.int() },
            disposition: try tag(),
            omittedSteps: try varint(),
            outcome: try outcome())
    }

    private mutating func cause() throws(ByteError) -> Cause {
        let start = position
        let kind = try byte()
        switch CauseKind(rawValue: kind) {
        case .asked: return .asked
        case .heard: return .heard
        case .retained: return .retained
        case .replied: return .replied
        case .failed: return .failed
        case .refused: return .refused
        case .interrupted: return .interrupted
        case .timer: return .timer
        case .limit: return .limit
        case .granted: return .granted
        case .restored: return .restored
        case .owed: return .owed(by: try varint())
        case .overrun: return .overrun
        case .valueGone: return .valueGone
        case nil: throw .unknownTag(kind, position: start)
        }
    }

    private mutating func order() throws(ByteError) -> EffectOrder.ID {
        EffectOrder.ID(sequence: try varint(), index: try index())
    }

    private mutating func unread() throws(ByteError) -> RawValue.Unread {
        RawValue.Unread(
            name: try optional { (reader) throws(ByteError) in try reader.string() },
            status: try optional { (reader) throws(ByteError) in try reader.signed() },
            shape: try list { (reader) throws(ByteError) in try reader.string() })
    }

    /// Most records leave the variables of their leg as the record before did.
    private mutating func outcome() throws(ByteError) -> Outcome {
        Outcome(state: try int(), context: try repeatedValues())
    }

    /// A varint that fits 32 bits: a leg's position, an order's place among those of its record, or an epoch.
    private mutating func index() throws(ByteError) -> UInt32 {
        let start = position
        guard let index = UInt32(exactly: try varint()) else { throw .outOfRange(position: start) }
        return index
    }

    /// A byte that is the raw value of an enum.
    private mutating func tag<Tag: RawRepresentable<UInt8>>() throws(ByteError) -> Tag {
        let start = position
        let tag = try byte()
        guard let known = Tag(rawValue: tag) else { throw .unknownTag(tag, position: start) }
        return known
    }
}
