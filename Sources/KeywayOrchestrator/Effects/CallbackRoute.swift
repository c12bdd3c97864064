public import Keyway

/// The way from a call of an SDK back to the run that ordered the call.
///
/// A handler whose SDK takes blocks for each call closes over it: what a block says reaches that run and no other, and in it the
/// leg that ordered the call, stamped with the attempt of the call.
public struct CallbackRoute: Sendable {
    /// That of the order which the asking handler performs; nil where no live run ordered it.
    @TaskLocal public static var current: CallbackRoute?

    private let live: LiveRun
    private let order: EffectOrder

    init(of order: EffectOrder, in run: LiveRun) {
        live = run
        self.order = order
    }

    /// The run that ordered the call, and hears what is delivered.
    public var run: RunID { live.id }

    /// Takes a provider's raw report, whatever it is, from any thread.
    ///
    /// - Throws: `DriverError`; the run's observers are told as well.
    public func deliver(_ callback: RawValue) throws(DriverError) {
        try live.hear(callback, answering: order)
    }
}
