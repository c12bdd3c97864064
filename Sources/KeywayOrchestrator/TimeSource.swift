public import Keyway

/// Tells the time; an app's is the system's, a test's is virtual.
public protocol TimeSource: Sendable {
    var now: Instant { get }
}
