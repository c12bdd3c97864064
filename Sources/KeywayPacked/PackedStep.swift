public import KeywayCore

/// What an event did to a packed run, for code that counts or compares steps; only the `Table` gives the arguments of its effects.
public struct PackedStep: Hashable, Sendable {
    /// A bit for each effect that the step ordered, by the effect's position.
    public internal(set) var effects: UInt32 = 0
    /// The row that decided; `UInt16.max` where none did.
    @usableFromInline var rowOrNone = UInt16.max
    /// The state that was reached.
    @usableFromInline var stateNumber: UInt16
    /// What the event meant.
    public internal(set) var disposition = Disposition.ignored
    /// Whether the row that decided moved the run, or has a body and let the run stay.
    public internal(set) var changesRun = false

    init(in state: Int) { stateNumber = UInt16(truncatingIfNeeded: state) }

    /// The row that decided, by its position in the table; nil where none did.
    @inlinable public var row: Int? { rowOrNone == .max ? nil : Int(rowOrNone) }

    /// The state or final that was reached, by its position in the table.
    @inlinable public var state: Int { Int(stateNumber) }
}
