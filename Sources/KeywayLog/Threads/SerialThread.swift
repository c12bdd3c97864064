#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One thread that handles items in the order in which they came.
///
/// It begins with the first item, and stays for as long as the process lives: it is for what there is one of in a process.
package final class SerialThread<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var hasBegun = false
    }

    private let monitor = Monitor(State())
    private let handle: @Sendable (Item) -> Void

    /// `handle` is called for one item after the other, under no lock.
    package init(handling handle: @escaping @Sendable (Item) -> Void) {
        self.handle = handle
    }

    /// Puts the item behind all that wait, and returns at once.
    package func enqueue(_ item: Item) {
        let isFirst = monitor.withLock { state in
            state.items.append(item)
            // A thread that the system refuses is asked for again with the next item.
            if !state.hasBegun { state.hasBegun = beginThread { self.work() } }
            return state.items.count == 1
        }
        if isFirst { monitor.wake() }
    }

    private func work() {
        while true {
            let taken: [Item] = monitor.wait { state in
                if state.items.isEmpty { return .waiting }
                defer { state.items = [] }
                return .found(state.items)
            }
            for item in taken { handle(item) }
        }
    }
}

/// Begins a thread of the system's that does the work, apart from the threads that tasks run on.
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
        let number = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
    #else
        var thread = pthread_t()
        let number = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
    #endif
    if number != 0 { Unmanaged<Work>.fromOpaque(context).release() }
    return number == 0
}
