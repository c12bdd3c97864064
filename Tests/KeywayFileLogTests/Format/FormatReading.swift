import KeywayCore

/// Reads bytes of a log by the tables of its documentation page, and lists each field with its bytes.
struct FormatReading {
    /// The cells of a row, by the names of their columns.
    typealias Row = [String: String]

    /// The page has a table that cannot be understood, or that does not fit the bytes.
    struct Disagreement: Error {
        var words: String
    }

    private let bytes: [UInt8]
    private let tables: [String: [Row]]
    private var reader: ByteReader
    private(set) var lines: [String] = []
    /// What was read of the things of several kinds, by the names that the page gives to the kinds: `commit`, `takenOver`.
    private(set) var readKinds: Set<String> = []

    init(_ bytes: [UInt8], by page: String) {
        self.bytes = bytes
        tables = Self.tables(in: page)
        reader = ByteReader(bytes)
    }

    var isAtEnd: Bool { reader.isAtEnd }

    /// The table under each heading, the heading in small letters.
    static func tables(in page: String) -> [String: [Row]] {
        var tables: [String: [Row]] = [:]
        var heading = ""
        var columns: [String] = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                heading = line.dropFirst(3).lowercased()
            } else if line.hasPrefix("|") {
                let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmed }
                if columns.isEmpty {
                    columns = cells
                } else if !cells.allSatisfy({ $0 == "---" }) {
                    tables[heading, default: []].append(Row(zip(columns, cells)) { first, _ in first })
                }
            } else {
                columns = []
            }
        }
        return tables
    }

    /// Reads what the table under the heading describes.
    mutating func read(_ heading: String, as name: String) throws {
        guard let rows = tables[heading] else { throw Disagreement(words: "no table for \(heading)") }
        let start = reader.position
        var kind: UInt8?
        for row in rows {
            guard let field = row["field"], var coding = row["coding"] else {
                throw Disagreement(words: "a row of \(heading) has no field or coding")
            }
            let position = reader.position
            if let offset = row["offset"], Int(offset) != position - start {
                throw Disagreement(words: "\(heading), \(field): not at \(offset)")
            }
            if coding.hasPrefix("by kind: ") {
                coding = try choose(coding, kind)
                readKinds.insert(coding)
            }
            try readCoded(coding, as: name + "." + field)
            if field == "kind" { kind = bytes[position] }
            if let width = row["width"], !width.isEmpty, Int(width) != reader.position - position {
                throw Disagreement(words: "\(heading), \(field): \(width) bytes are not its width")
            }
        }
    }

    private func choose(_ coding: String, _ kind: UInt8?) throws -> String {
        for choice in coding.dropFirst("by kind: ".count).split(separator: ",") {
            let words = choice.split(separator: " ").map(String.init)
            if words.count == 2, UInt8(words[0]) == kind || words[0] == "else" { return words[1] }
        }
        throw Disagreement(words: "no kind \(kind ?? 0) in '\(coding)'")
    }

    private mutating func readCoded(_ coding: String, as name: String) throws {
        if coding.hasPrefix("optional ") {
            let isThere = bytes.indices.contains(reader.position) && bytes[reader.position] == 1
            try readPrimitive("u8", as: name + (isThere ? " is there" : " is absent"))
            if isThere { try readCoded(String(coding.dropFirst(9)), as: name) }
        } else if coding.hasPrefix("list of ") {
            var counting = reader
            let count = try counting.varint()
            try readPrimitive("varint", as: name + ": \(count)")
            for index in 0..<count { try readCoded(String(coding.dropFirst(8)), as: name + "[\(index)]") }
        } else if tables[coding.lowercased()] != nil {
            try read(coding.lowercased(), as: name)
        } else {
            try readPrimitive(coding, as: name)
        }
    }

    mutating func readPrimitive(_ coding: String, as name: String) throws {
        let start = reader.position
        var meaning = ""
        switch coding {
        case "u8": _ = try reader.byte()
        case "nothing": return
        case "u16": meaning = try "\(reader.fixed(UInt16.self))"
        case "u32": meaning = try "\(reader.fixed(UInt32.self))"
        case "u64": meaning = try "\(reader.fixed(UInt64.self))"
        case "identity": _ = try reader.raw(16)
        case "varint": meaning = try "\(reader.varint())"
        case "signed": meaning = try "\(reader.signed())"
        case "bytes": _ = try reader.bytes()
        case "text": meaning = try "'\(reader.string())'"
        case "value": meaning = try reader.value().map { "\($0)" } ?? "absent"
        case let raw where raw.hasSuffix(" raw"): _ = try reader.raw(Int(raw.dropLast(4)) ?? -1)
        default: throw Disagreement(words: "the coding '\(coding)' is not explained")
        }
        if name.hasSuffix("checksum") || name.contains(":") { meaning = "" }
        list(start..<reader.position, meaning.isEmpty ? name : name + " = " + meaning)
    }

    private mutating func list(_ range: Range<Int>, _ words: String) {
        var start = range.lowerBound
        repeat {
            let end = min(start + 16, range.upperBound)
            let digits = bytes[start..<end].map { $0.hexadecimal }.joined(separator: " ")
            let padding = String(repeating: " ", count: 48 - digits.count)
            let offset = String(start)
            let line = String(repeating: " ", count: 4 - offset.count) + offset + "  " + digits
            lines.append(start == range.lowerBound ? line + padding + words : line)
            start = end
        } while start < range.upperBound
    }
}

extension UInt8 {
    fileprivate var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
