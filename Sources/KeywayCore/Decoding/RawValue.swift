/// A provider's report as it came: a tree of plain values.
///
/// Comparing a tree and letting go of it take stack for each level of it: 300 levels are safe on a thread with 512 kB,
/// thousands are not. Whoever makes one of what somebody else wrote leaves out what lies deeper than `greatestDepth`. A live run
/// keeps and reads no more of what is delivered to it, and lets go of the rest level by level if nobody else has the value.
public indirect enum RawValue: Hashable, Sendable {
    /// Counts as absent, as the empty text does.
    case null
    /// A test compares it by its word, so the text `true` is equal to it.
    case bool(Bool)
    /// It is taken for its digits where a text is wanted.
    case integer(Int64)
    /// A number that is no integer of 64 bits.
    case number(Double)
    /// It is taken for an integer where it is the digits of one; the empty text counts as absent.
    case text(String)
    /// Only a field that is a set reads it: no path leads into a list.
    case list([RawValue])
    /// The members by their names, which are the parts of a path.
    case object([String: RawValue])
}

extension RawValue {
    /// How many lists and objects may stand in each other in what is made of foreign data; no provider's report comes near.
    public static let greatestDepth = 100
}
