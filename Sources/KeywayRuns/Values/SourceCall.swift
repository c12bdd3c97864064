package import KeywayCore

/// A call of a provider by which a run holds a `singleton` source: what the source says then is for this run.
package struct SourceCall: Hashable, Sendable {
    /// How many calls of one source a run remembers: where later calls turn out not to have been made, the run holds the
    /// source by an earlier one.
    static let greatestCount = 4

    package let source: CallbackReading.SourceName
    /// The order of the effect that makes the call.
    let order: EffectOrder.ID

    /// The sequence of the record that ordered the call: of two runs, the one whose record stands later in the log holds the source.
    package var sequence: UInt64 { order.sequence }
}
