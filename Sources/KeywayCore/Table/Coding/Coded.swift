/// A table or a part of one, which has exactly one form in bytes, so that equal tables have equal bytes.
protocol Coded {
    init(from reader: inout ByteReader) throws(ByteError)
    func write(to writer: inout ByteWriter)
}

extension ByteWriter {
    mutating func write(_ element: some Coded) {
        element.write(to: &self)
    }

    mutating func write(_ elements: [some Coded]) {
        list(elements) { writer, element in element.write(to: &writer) }
    }

    mutating func write(_ positions: [Int]) {
        list(positions) { writer, position in writer.int(position) }
    }

    mutating func write(_ texts: [String]) {
        list(texts) { writer, text in writer.string(text) }
    }
}

extension ByteReader {
    mutating func read<Element: Coded>(_: Element.Type = Element.self) throws(ByteError) -> Element {
        try Element(from: &self)
    }

    mutating func elements<Element: Coded>(_: Element.Type = Element.self) throws(ByteError) -> [Element] {
        try list { (reader) throws(ByteError) in try Element(from: &reader) }
    }

    mutating func positions() throws(ByteError) -> [Int] {
        try list { (reader) throws(ByteError) in try reader.int() }
    }

    mutating func texts() throws(ByteError) -> [String] {
        try list { (reader) throws(ByteError) in try reader.string() }
    }

    /// A case of a Swift enum, which is written as its raw value.
    mutating func enumCase<Case: RawRepresentable>(_: Case.Type = Case.self) throws(ByteError) -> Case
    where Case.RawValue == UInt8 {
        let start = position
        let byte = try byte()
        guard let known = Case(rawValue: byte) else { throw .unknownTag(byte, position: start) }
        return known
    }

    mutating func range() throws(ByteError) -> ClosedRange<Int64> {
        let start = position
        let lower = try signed()
        let upper = try signed()
        guard lower <= upper else { throw .outOfRange(position: start) }
        return lower...upper
    }
}

extension ByteWriter {
    mutating func range(_ range: ClosedRange<Int64>) {
        signed(range.lowerBound)
        signed(range.upperBound)
    }
}
