public import Keyway

/// A clock that moves only when it is told to.
///
/// It is used by one thread at a time: a player's own.
public final class VirtualTime: TimeSource, @unchecked Sendable {
    /// The instant that it was last moved to.
    public private(set) var now: Instant

    /// Stands at the instant until it is moved.
    public init(_ start: Instant = Instant(milliseconds: 0)) {
        now = start
    }

    /// Moves on to the instant; never back.
    public func advance(to instant: Instant) {
        now = max(now, instant)
    }
}
