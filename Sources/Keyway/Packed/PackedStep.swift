/// What a packed step was, for whoever counts or compares steps; the arguments of its effects are the table's to tell.
public struct PackedStep: Hashable, Sendable {
    public internal(set) var disposition = Disposition.ignored
    /// Whether the step did anything to the run.
    public internal(set) var changesRun = false
    /// `UInt16.max` where no row decided.
    @usableFromInline var rowOrNone = UInt16.max
    /// The place of the state that was reached.
    @usableFromInline var place: UInt32
    /// A bit for each effect that it ordered.
    public internal(set) var effects: UInt64 = 0

    init(in state: Int) { place = UInt32(truncatingIfNeeded: state) }

    /// The row that decided, by its position in the table.
    @inlinable public var row: Int? { rowOrNone == .max ? nil : Int(rowOrNone) }

    /// The state or final that was reached, by its position in the table.
    @inlinable public var state: Int { Int(place) }
}
