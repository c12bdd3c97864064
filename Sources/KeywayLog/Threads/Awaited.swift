/// A value that one thread waits for and another gives.
package final class Awaited<Value: Sendable>: Sendable {
    private let monitor = Monitor<Value?>(nil)

    package init() {}

    /// Gives the value; the first one counts.
    package func give(_ value: Value) {
        monitor.withLock { if $0 == nil { $0 = .some(value) } }
        monitor.wake()
    }

    /// Blocks the thread until the value is given.
    package func wait() -> Value {
        monitor.wait { value in value.map { .found($0) } ?? .waiting }
    }
}
