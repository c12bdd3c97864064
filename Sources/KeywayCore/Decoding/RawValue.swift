/// A provider's report as it came: a tree of plain values.
///
/// Comparing and freeing a tree use stack for each level of it: 300 levels are safe on a thread with 512 kB, thousands
/// are not. Code that makes a tree of foreign data leaves out what is nested deeper than `greatestDepth`. A live run
/// cuts each value that is delivered to it to that depth, and frees the rest level by level if nobody else has the
/// value.
public indirect enum RawValue: Hashable, Sendable {
    /// Counts as absent, as the empty text does.
    case null
    /// A decoder row's test compares it as the text `true` or `false`, so it equals that text too.
    case bool(Bool)
    /// Read as the text of its digits where a field is a text.
    case integer(Int64)
    /// A number with a fraction, or one that has no room in 64 bits. A whole one, as a literal like `1.0` makes it, is read as an integer.
    case number(Double)
    /// Read as an integer where a field is one and the text is its digits; the empty text counts as absent.
    case text(String)
    /// Only a field that is a set reads it: no path leads into a list.
    case list([RawValue])
    /// The members by their names, which are the parts of a path.
    case object([String: RawValue])
}

extension RawValue {
    /// How many levels of lists and objects a tree made of foreign data may have; providers' reports have far fewer.
    public static let greatestDepth = 100
}
