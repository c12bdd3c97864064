extension EffectOrder {
    /// An effect's identity within its run: the record that ordered it, and its place among that record's effects.
    ///
    /// A part of the effect's idempotency key. The others are the run's identity and the salt, a number that is drawn at random
    /// each time a log is opened; in a log that nodes share, as each run begins.
    public struct ID: Hashable, Sendable {
        /// The record's number among those of the run, counted from 0, whichever leg the record is of.
        public var sequence: UInt64
        /// Counted from 0 in the order in which the record's effects are to be performed.
        public var index: UInt32

        public init(sequence: UInt64, index: UInt32) {
            self.sequence = sequence
            self.index = index
        }
    }
}
