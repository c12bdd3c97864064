#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One thread that handles items in the order in which they came.
///
/// The thread begins with the first item and never ends, so only an object that lives as long as its process should
/// have one.
package final class SerialThread<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var hasBegun = false
    }

    private let monitor = Monitor(State())
    private let handle: @Sendable ([Item]) -> Void

    /// `handle` is called for one item after the other, under no lock.
    package convenience init(handling handle: @escaping @Sendable (Item) -> Void) {
        self.init(handlingAll: { for item in $0 { handle(item) } })
    }

    /// `handle` is called for all items that wait, in order, under no lock.
    package init(handlingAll handle: @escaping @Sendable ([Item]) -> Void) {
        self.handle = handle
    }

    /// Puts the item behind all that wait, and returns at once.
    package func enqueue(_ item: Item) {
        let wasEmpty = monitor.withLock { state in
            state.items.append(item)
            // Where the system gives no thread, the items wait, and the next call asks again.
            if !state.hasBegun { state.hasBegun = beginThread { self.work() } }
            return state.items.count == 1
        }
        if wasEmpty { monitor.wake() }
    }

    private func work() {
        while true {
            let taken: [Item] = monitor.wait { state in
                if state.items.isEmpty { return .waiting }
                defer { state.items = [] }
                return .found(state.items)
            }
            handle(taken)
        }
    }
}

/// Begins a thread of the system that does the work; it is not one of the threads that Swift's tasks run on.
///
/// Returns false where the system has no thread to give; nothing is done then.
package func beginThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let context = Unmanaged.passRetained(Work(work)).toOpaque()
    #if canImport(Darwin)
        var thread: pthread_t?
        let errorCode = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
    #else
        var thread = pthread_t()
        let errorCode = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
    #endif
    if errorCode != 0 { Unmanaged<Work>.fromOpaque(context).release() }
    return errorCode == 0
}
