extension EffectOrder {
    /// An effect's identity within its run: the record that ordered it, and its place among that record's effects.
    ///
    /// A part of the effect's idempotency key; the others are the run and the salt of the log's opening.
    public struct ID: Hashable, Sendable {
        /// The sequence of the record in the run, whichever leg the record is of.
        public var sequence: UInt64
        /// Counted from 0 in the order in which the record's effects are to be performed.
        public var index: UInt32

        public init(sequence: UInt64, index: UInt32) {
            self.sequence = sequence
            self.index = index
        }
    }
}
