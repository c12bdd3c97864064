import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// Performs the orders of one run at a node; it is kept as long as one of them is unfinished, or the node keeps the run's handlers
/// (`NodeMachine.keepsHandlers`).
final class NodePerformer: OrderPerformer {
    /// An order that was handed over and is not finished.
    private struct HandedOver {
        /// Until when its handler may be called, in milliseconds of the monotonic clock.
        var latestStart: Int64
        /// The task of its handler; nil before the handler's turn, and where nobody waits for the handler's answer.
        var task: Task<Void, Never>?
        /// Whether nobody waits for the handler's answer any more.
        var isUnwanted = false
    }

    private struct State {
        /// By the keys of the orders.
        var handedOver: [EffectOrder.Key: HandedOver] = [:]
        /// The app's handler of the run; nil before the first order.
        var handler: (any EffectHandler)?
        /// How many orders are expected, wait for their turn or are performed.
        var unfinished = 0
    }

    let id: RunID
    private let reference: String?
    /// The flow that the run follows.
    private let flow: RunningFlow
    private let makeHandler: ServedFlow.MakeHandler
    private let core: NodeCore
    private let queue = HandlerQueue()
    private let state = Lock(State())

    /// - Parameter reference: the app's own name for the run.
    init(
        of run: RunID, following flow: RunningFlow, named reference: String?, in core: NodeCore,
        makeHandler: @escaping ServedFlow.MakeHandler
    ) {
        id = run
        self.flow = flow
        self.reference = reference
        self.makeHandler = makeHandler
        self.core = core
    }

    var watcher: (any RunWatcher)? { nil }
    var handlerPriority: TaskPriority { core.handlerPriority }
    /// Whether no order is unfinished.
    var isIdle: Bool { state.withLock { $0.unfinished == 0 } }

    /// Counts an order that is about to be handed over, so that the performer is not forgotten before that.
    func expect() {
        state.withLock { $0.unfinished += 1 }
    }

    /// Puts the order that was expected behind those that were ordered before. After the next call of `begin` its handler is called, unless
    /// its turn comes only after `latestStart`.
    func add(_ order: LegOrder, before latestStart: Int64) {
        state.withLock { state in
            // Where the log has lost records, an order that was cancelled may be handed over once more.
            state.handedOver[order.key, default: HandedOver(latestStart: latestStart)].latestStart = latestStart
            state.handedOver[order.key]?.isUnwanted = false
        }
        queue.add(order)
    }

    /// Calls the handlers of the orders that were added.
    func begin() { queue.begin(for: self) }

    /// Cancels the task of the order's handler, because nobody waits for its answer any more. A handler whose turn has not come is not
    /// called. A handler for whose answer nobody ever waited is called, and goes on.
    func cancel(_ key: EffectOrder.Key) {
        let task = state.withLock { state in
            state.handedOver[key]?.isUnwanted = true
            return state.handedOver[key]?.task
        }
        if let task { queue.cancel([task], of: self) }
    }

    func deliver(_ callback: consuming RawValue, answering call: ProviderCall?) {
        let word = DeviceWord(callback.cutToGreatestDepth(), readBy: flow, answering: call)
        core.give(.hear(word, of: id, asker: nil))
    }

    func note(_ task: Task<Void, Never>, performing order: LegOrder) -> Bool {
        guard order.isAwaited else { return true }
        return state.withLock { state in
            state.handedOver[order.key]?.task = task
            return state.handedOver[order.key]?.isUnwanted != true
        }
    }

    nonisolated(nonsending) func mayPerform(_ order: LegOrder) async -> Bool { mayBegin(order) }

    /// Whether the order's handler may be called now; if not, the order is finished here. From `latestStart` on another node may answer the
    /// order, and for the answer to one that is unwanted the flow waits no more.
    private func mayBegin(_ order: LegOrder) -> Bool {
        let handedOver = state.withLock { $0.handedOver[order.key] }
        let isUnwanted = order.isAwaited && handedOver?.isUnwanted ?? false
        if !isUnwanted, let handedOver, monotonicMilliseconds() < handedOver.latestStart { return true }
        // This comes before the node is told that the order has no handler: told first, the node might hand the order over again at once,
        // and `finish` would forget what was handed over anew. Of an unwanted order the node is told nothing: it has cancelled that itself.
        finish(order)
        if !isUnwanted { core.give(.notPerformed(order)) }
        return false
    }

    nonisolated(nonsending) func perform(_ order: LegOrder) async {
        let handler = handler()
        // Handlers of earlier orders have run since `mayPerform`, up to where they first wait, and this one was perhaps made just now.
        guard mayBegin(order) else { return }
        var reply: NodeInput.Reply?
        var closing = Closing.returned
        var failure: (any Error)?
        let start = core.tracer == nil ? nil : ContinuousClock.now
        do {
            let answer = try await handler.perform(order.order, of: id, in: order.legName)
            reply = answer.map { NodeInput.Reply(event: $0.reply, fields: $0.fields) }
        } catch {
            (closing, failure) = (.failed, error)
        }
        core.tracer?.performed(
            order.effect.name, in: order.legName, key: order.key, within: start.map { .now - $0 } ?? .zero,
            failure: failure)
        // The node is told first, the other way round than in `mayBegin`: a node that ends waits until no order is unfinished here, and
        // then finds decided what this end leads to. For the node the order is finished, so it does not hand it over again meanwhile.
        core.give(.handled(order, reply: order.expectsReply ? reply : nil, closing))
        finish(order)
    }

    /// The run's handler, which is made for its first order. The app's code that makes it is called outside of the lock; the queue lets one
    /// order at a time come here.
    private func handler() -> any EffectHandler {
        if let known = state.withLock({ $0.handler }) { return known }
        let made = makeHandler(id, reference)
        state.withLock { $0.handler = made }
        return made
    }

    /// Notes that the order is finished here: its handler has returned, or was not called.
    private func finish(_ order: LegOrder) {
        let isIdle = state.withLock { state in
            state.handedOver[order.key] = nil
            state.unfinished -= 1
            return state.unfinished == 0
        }
        if isIdle { core.letGo(of: id) }
    }
}
