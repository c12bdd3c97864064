/// What a packed step was, in two words.
public struct PackedStep: Hashable, Sendable {
    public internal(set) var disposition = Disposition.ignored
    /// Whether the step did anything to the run.
    public internal(set) var changesRun = false
    /// `UInt16.max` where no row decided.
    @usableFromInline var rowOrNone = UInt16.max
    /// What else it does, by its place in the packed table's list; `UInt32.max` for nothing.
    var rest = UInt32.max
    /// A bit for each effect that it ordered.
    public internal(set) var effects: UInt64 = 0

    init() {}

    /// The row that decided, by its position in the table.
    @inlinable public var row: Int? { rowOrNone == .max ? nil : Int(rowOrNone) }
}
