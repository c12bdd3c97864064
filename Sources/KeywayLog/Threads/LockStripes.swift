/// A few locks for a great many small objects, which have none of their own: two threads seldom want the same one.
///
/// Code that holds the lock of one object must not take that of another: both may be one lock, and it would wait for
/// ever.
package struct LockStripes: Sendable {
    /// The number in each lock means nothing: the objects have the state. A lock with an empty state would do as well, but the
    /// thread sanitizer takes a state without a size for what lies behind it in memory.
    private let locks: [Lock<UInt8>]

    package init(count: Int = 16) {
        locks = (0..<count).map { _ in Lock(0) }
    }

    /// Runs the body while it holds the object's lock.
    package func withLock<Result, Failure: Error>(
        of object: AnyObject, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Objects made one after the other lie at regular distances: a product with 2^32 divided by the golden ratio spreads
        // them over all locks.
        let place = (UInt(bitPattern: ObjectIdentifier(object)) &* 0x9E37_79B9) >> 16 % UInt(locks.count)
        return try locks[Int(place)].withLock { (_) throws(Failure) in try body() }
    }
}
