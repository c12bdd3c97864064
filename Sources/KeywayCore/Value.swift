/// What a variable or field holds when it is present.
public enum Value: Hashable, Sendable {
    /// Of a field or variable of the kind `bool`.
    case bool(Bool)
    /// Within the bounds of its kind.
    case integer(Int64)
    /// In milliseconds.
    case duration(Int64)
    /// Guards ask only whether it is present, and do not read what it says.
    case text(String)
    /// The position of a case among those of its enum.
    case enumCase(Int)
    /// A bit for each case of the enum, at the case's position: 1 where the case is in the set.
    case set(UInt64)
    /// Stands for a value that is known only to be present: records have it in the place of each personal, secret or transient
    /// value.
    case withheld
}
