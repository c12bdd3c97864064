public import KeywayCore
public import KeywayRuns

/// The way from a call of an SDK back to the run that ordered the call.
///
/// A handler whose SDK takes a block for each call captures the route in the block: what the block says reaches that
/// run and no other, and in that run the leg that ordered the call, with the attempt of the call.
public struct CallbackRoute: Sendable {
    /// The route of the order that the present handler performs; nil outside of a handler that an orchestrator or a node has called.
    @TaskLocal public static var current: CallbackRoute?

    private let receiver: any CallbackReceiver
    private let order: LegOrder

    init(of order: LegOrder, in run: any CallbackReceiver) {
        receiver = run
        self.order = order
    }

    /// The run that ordered the call, and hears what is delivered.
    public var run: RunID { receiver.id }

    /// What watches the run in the test of an app: by it the test knows in which of its processes a handler runs. Nil outside such a test.
    package var watcher: (any RunWatcher)? { receiver.watcher }

    /// The key of the order: hand it on as the idempotency key wherever the SDK or the backend that the handler calls takes one.
    public var key: EffectOrder.Key { order.key }

    /// Takes a provider's raw report from any thread; it returns at once.
    ///
    /// No error of the log is thrown here: `situations` of the run ends with it, or, where the log of a node refuses the report, the run
    /// is in `Node.setAside`.
    ///
    /// - Parameter callback: any value whatever; what lies deeper in it than `RawValue.greatestDepth` is not read.
    public func deliver(_ callback: consuming RawValue) {
        receiver.deliver(callback, answering: ProviderCall(attempt: order.order.attempt, leg: order.leg))
    }
}

/// A run that hears the callbacks of the SDKs that its handlers call.
protocol CallbackReceiver: Sendable {
    var id: RunID { get }
    /// Is told whenever the run goes on: it has decided something, or a handler has returned. Nil except in the test of an app.
    var watcher: (any RunWatcher)? { get }

    /// Takes a provider's raw report from any thread; it returns at once. `call` is the call of the SDK that the report answers; nil where
    /// that is not known, and then the legs' decoders find the leg.
    func deliver(_ callback: consuming RawValue, answering call: ProviderCall?)
}
