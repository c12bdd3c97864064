/// What a variable or field holds when it is present.
public enum Value: Hashable, Sendable {
    /// Of a field or variable of the kind `bool`.
    case bool(Bool)
    /// Within the bounds of its kind.
    case integer(Int64)
    /// In milliseconds.
    case duration(Int64)
    /// Opaque: no guard reads what it says.
    case text(String)
    /// The position of a case among those of its enum.
    case enumCase(Int)
    /// One bit for each case of the enum.
    case set(UInt64)
    /// Present, and not known here: a secret or personal value as the log has it.
    case withheld
}
