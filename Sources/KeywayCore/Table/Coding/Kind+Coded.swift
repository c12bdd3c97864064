extension Kind: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .bool:
            writer.byte(0)
        case .integer(let bounds):
            writer.byte(1)
            writer.range(bounds)
        case .duration(let bounds):
            writer.byte(2)
            writer.range(bounds)
        case .text(let bounds):
            writer.byte(3)
            writer.range(Int64(bounds.lowerBound)...Int64(bounds.upperBound))
        case .enumCase(let enumeration):
            writer.byte(4)
            writer.int(enumeration)
        case .set(let enumeration):
            writer.byte(5)
            writer.int(enumeration)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .bool
        case 1: self = .integer(try reader.range())
        case 2: self = .duration(try reader.range())
        case 3:
            let bounds = try reader.range()
            guard let lower = Int(exactly: bounds.lowerBound), let upper = Int(exactly: bounds.upperBound) else {
                throw .outOfRange(position: start)
            }
            self = .text(lower...upper)
        case 4: self = .enumCase(of: try reader.int())
        case 5: self = .set(of: try reader.int())
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}

extension Field: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(kind)
        writer.byte(classification.rawValue)
        writer.bool(isOptional)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(
            name: try reader.string(), kind: try reader.read(), classification: try reader.enumCase(),
            isOptional: try reader.bool())
    }
}

extension Enumeration: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(cases)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), cases: try reader.elements())
    }
}

extension Enumeration.Case: Coded {
    func write(to writer: inout ByteWriter) {
        writer.string(name)
        writer.write(codes)
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        self.init(name: try reader.string(), codes: try reader.elements())
    }
}

extension Enumeration.Code: Coded {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .spelling(let text):
            writer.byte(0)
            writer.string(text)
        case .range(let bounds):
            writer.byte(1)
            writer.range(bounds)
        case .rest:
            writer.byte(2)
        }
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        let start = reader.position
        switch try reader.byte() {
        case 0: self = .spelling(try reader.string())
        case 1: self = .range(try reader.range())
        case 2: self = .rest
        case let tag: throw .unknownTag(tag, position: start)
        }
    }
}
