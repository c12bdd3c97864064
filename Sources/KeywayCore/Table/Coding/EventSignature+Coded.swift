extension StateSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.bool(isFinal)
        writer.write(holds)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), isFinal: try reader.bool(), holds: try reader.positions())
    }
}

extension EventSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(origin)
        writer.write(fields)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), origin: try reader.read(), fields: try reader.elements())
    }
}

extension EventSignature.Origin: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .command: writer.byte(0)
        case .callback: writer.byte(1)
        case .reply: writer.byte(2)
        case .timer(let timer):
            writer.byte(3)
            writer.int(timer)
        case .unrecognised: writer.byte(4)
        case .lane(let lane):
            writer.byte(5)
            writer.int(lane)
        case .child(let child):
            writer.byte(6)
            writer.int(child)
        case .stale(let event):
            writer.byte(7)
            writer.int(event)
        case .restored: writer.byte(8)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .command
        case 1: self = .callback
        case 2: self = .reply
        case 3: self = .timer(try reader.int())
        case 4: self = .unrecognised
        case 5: self = .lane(try reader.int())
        case 6: self = .child(try reader.int())
        case 7: self = .stale(of: try reader.int())
        case 8: self = .restored
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension EffectSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(fields)
        writer.bool(isOnce)
        writer.bool(isVolatile)
        writer.bool(startsAttempt)
        writer.optional(calls) { $0.string($1) }
        writer.optional(replies) { $0.write($1) }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            name: try reader.string(), fields: try reader.elements(), isOnce: try reader.bool(),
            isVolatile: try reader.bool(), startsAttempt: try reader.bool(),
            calls: try reader.optional { (reader) throws(ByteError) in try reader.string() },
            replies: try reader.optional { (reader) throws(ByteError) in try reader.read(Replies.self) })
    }
}

extension EffectSignature.Replies: Coded {
    func write(to writer: inout ByteWriter) {
        writer.write(events)
        writer.int(otherwise)
        writer.values(otherwiseFields)
        writer.signed(within)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            events: try reader.positions(), otherwise: try reader.int(), otherwiseFields: try reader.values(),
            within: try reader.signed())
    }
}

extension TimerSignature: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.int(event)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), event: try reader.int())
    }
}
