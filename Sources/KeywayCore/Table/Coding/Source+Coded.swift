extension Source: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.string(typeName)
        writer.string(by)
        writer.bool(isSingleton)
        writer.write(rows)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            name: try reader.string(), typeName: try reader.string(), by: try reader.string(),
            isSingleton: try reader.bool(), rows: try reader.elements())
    }
}

extension Source.Row: Coded {
    func write(to writer: inout ByteWriter) {
        writer.bool(isRetained)
        writer.write(callbackNames)
        writer.optional(test) { $0.write($1) }
        writer.int(event)
        writer.list(fields) { $0.write($1) }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            isRetained: try reader.bool(), callbackNames: try reader.texts(),
            test: try reader.optional { (reader) throws(ByteError) in try reader.read(DecoderTest.self) },
            event: try reader.int(),
            fields: try reader.list { (reader) throws(ByteError) in try reader.elements(Alternative.self) })
    }
}

extension Source.Row.Alternative: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .path(let path):
            writer.byte(0)
            writer.write(path)
        case .constant(let value):
            writer.byte(1)
            writer.value(value)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .path(try reader.texts())
        case 1:
            guard let value = try reader.value() else { throw .unknownTag(1, position: start) }
            self = .constant(value)
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension DecoderTest: Coded {
    /// How deep tests may be nested, so that foreign bytes cannot use up the stack. The parser allows less.
    private static let greatestDepth = 600

    func write(to writer: inout ByteWriter) {
        switch self {
        case .any(let tests):
            writer.byte(0)
            writer.write(tests)
        case .all(let tests):
            writer.byte(1)
            writer.write(tests)
        case .not(let test):
            writer.byte(2)
            writer.write(test)
        case .comparison(let path, let relation, let literal):
            writer.byte(3)
            writer.write(path)
            writer.byte(relation.rawValue)
            writer.write(literal)
        case .membership(let path, let literals):
            writer.byte(4)
            writer.write(path)
            writer.write(literals)
        case .present(let path):
            writer.byte(5)
            writer.write(path)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        try self.init(from: &reader, depth: 0)
    }

    private init(from reader: inout ByteReader, depth: Int) throws(ByteError) {
        let start = reader.position
        guard depth < Self.greatestDepth else { throw .outOfRange(position: start) }
        switch try reader.byte() {
        case 0:
            self = .any(
                try reader.list { (reader) throws(ByteError) in try DecoderTest(from: &reader, depth: depth + 1) })
        case 1:
            self = .all(
                try reader.list { (reader) throws(ByteError) in try DecoderTest(from: &reader, depth: depth + 1) })
        case 2: self = .not(try DecoderTest(from: &reader, depth: depth + 1))
        case 3: self = .comparison(try reader.texts(), try reader.enumCase(), try reader.read())
        case 4: self = .membership(try reader.texts(), of: try reader.elements())
        case 5: self = .present(try reader.texts())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension DecoderTest.Literal: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .integer(let number):
            writer.byte(0)
            writer.signed(number)
        case .text(let text):
            writer.byte(1)
            writer.string(text)
        case .bool(let flag):
            writer.byte(2)
            writer.bool(flag)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .integer(try reader.signed())
        case 1: self = .text(try reader.string())
        case 2: self = .bool(try reader.bool())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}
