/// A provider's report as it came: a tree of plain values.
public indirect enum RawValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is no integer of 64 bits.
    case number(Double)
    case text(String)
    case list([RawValue])
    case object([String: RawValue])
}

/// What is kept of a callback that no decoder row matches: never a value.
public struct UnreadCallback: Hashable, Sendable {
    /// The word in the field that the source goes by, if it looks like a name.
    public var name: String?
    /// The first integer among the fields that the decoder compares with integers.
    public var status: Int64?
    /// Each field as `path: type`, sorted; at most 64.
    public var shape: [String]

    public init(name: String?, status: Int64?, shape: [String]) {
        self.name = name
        self.status = status
        self.shape = shape
    }
}
