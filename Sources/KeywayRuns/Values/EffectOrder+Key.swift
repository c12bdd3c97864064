public import KeywayCore

extension EffectOrder {
    /// The key of one order of an effect: hand it on as the idempotency key wherever a receiver takes one.
    ///
    /// No two orders of a log have one key: the run and the order's identity tell an order from all others. The salt tells
    /// it from an order that had the same run and identity, and was lost with a disk's last writes; in a log that nodes
    /// share it is drawn once for each run, so there a log that has lost records may give a later order such a key.
    public struct Key: Hashable, Sendable {
        public let run: RunID
        /// The record that ordered the effect, and its place among the orders of that record.
        public let order: EffectOrder.ID
        /// Drawn at random when the log was opened for writing by the process that ordered the effect; in a log that nodes
        /// share, when the run began.
        public let salt: UInt64

        package init(run: RunID, order: EffectOrder.ID, salt: UInt64) {
            self.run = run
            self.order = order
            self.salt = salt
        }
    }
}

extension EffectOrder.Key: CustomStringConvertible {
    /// `run.sequence.index.salt`, with run and salt as hexadecimal digits: at most 81 characters.
    public var description: String {
        "\(run).\(order.sequence).\(order.index).\(String(salt, radix: 16))"
    }
}
