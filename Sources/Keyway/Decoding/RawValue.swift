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
