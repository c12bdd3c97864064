import KeywayCore

/// A value that a statement gets, as PostgreSQL's binary format has it.
enum Parameter: Equatable {
    case null
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case identity(RunID)
    case array(ParameterArray)

    /// The bytes that are sent; nil is SQL's NULL.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): number.bigEndianBytes
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        case .identity(let run): run.bytes
        case .array(let array): array.encoded
        }
    }
}

/// The elements of an array that a statement gets. All are of one type, and each may be NULL.
struct ParameterArray: Equatable {
    /// The types of elements, by the numbers (OIDs) that the server's catalogue has for them.
    enum Element: UInt32 {
        case bool = 16
        case bytes = 17
        case integer = 20
        case identity = 2950
    }

    private let element: Element
    private let values: [[UInt8]?]

    private init(_ element: Element, _ values: [[UInt8]?]) {
        self.element = element
        self.values = values
    }

    static func booleans(_ values: [Bool]) -> ParameterArray {
        ParameterArray(.bool, values.map { [$0 ? 1 : 0] })
    }

    static func integers(_ values: [Int64?]) -> ParameterArray {
        ParameterArray(.integer, values.map { $0?.bigEndianBytes })
    }

    static func bytes(_ values: [[UInt8]?]) -> ParameterArray { ParameterArray(.bytes, values) }

    static func identities(_ values: [RunID]) -> ParameterArray {
        ParameterArray(.identity, values.map(\.bytes))
    }

    /// One dimension that begins at 1, and each element behind its length; a length of -1 is NULL.
    /// Source: PostgreSQL 15, `array_recv` in `arrayfuncs.c`.
    fileprivate var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        bytes += Int32(1).bigEndianBytes
        bytes += Int32(values.contains(nil) ? 1 : 0).bigEndianBytes
        bytes += element.rawValue.bigEndianBytes
        bytes += Int32(clamping: values.count).bigEndianBytes
        bytes += Int32(1).bigEndianBytes
        for value in values {
            bytes += Int32(value.map { Int32(clamping: $0.count) } ?? -1).bigEndianBytes
            if let value { bytes += value }
        }
        return bytes
    }
}
