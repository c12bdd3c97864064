/// An effect's identity within its run: the record that ordered it, and its place among that record's effects.
///
/// With the run it is the effect's idempotency key.
public struct OrderID: Hashable, Sendable {
    public var sequence: UInt64
    public var index: UInt32

    public init(sequence: UInt64, index: UInt32) {
        self.sequence = sequence
        self.index = index
    }
}
