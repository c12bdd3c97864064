public import KeywayCore

/// What a packed step was, for whoever counts or compares steps; the arguments of its effects are the table's to tell.
public struct PackedStep: Hashable, Sendable {
    /// A bit for each effect that it ordered, by the effect's position.
    public internal(set) var effects: UInt32 = 0
    /// `UInt16.max` where no row decided.
    @usableFromInline var rowOrNone = UInt16.max
    /// The state that was reached.
    @usableFromInline var stateNumber: UInt16
    /// What the event meant.
    public internal(set) var disposition = Disposition.ignored
    /// Whether the step did anything to the run.
    public internal(set) var changesRun = false

    init(in state: Int) { stateNumber = UInt16(truncatingIfNeeded: state) }

    /// The row that decided, by its position in the table.
    @inlinable public var row: Int? { rowOrNone == .max ? nil : Int(rowOrNone) }

    /// The state or final that was reached, by its position in the table.
    @inlinable public var state: Int { Int(stateNumber) }
}
