/// A few locks for a great many small objects, which have none of their own: two threads seldom want the same one.
///
/// Who holds the lock of one object must not ask for that of another: it may be the same.
package struct LockStripes: Sendable {
    /// The state of a lock stands for nothing here. It has a size because the thread sanitizer takes an empty one for what lies
    /// behind it in memory.
    private let locks: [Lock<UInt8>]

    package init(count: Int = 16) {
        locks = (0..<count).map { _ in Lock(0) }
    }

    /// Runs the body alone among all that have to do with the object.
    package func withLock<Result, Failure: Error>(
        of object: AnyObject, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Objects lie sixteen bytes apart at least, so the lowest bits are the same for all.
        let place = (UInt(bitPattern: ObjectIdentifier(object)) >> 4) % UInt(locks.count)
        return try locks[Int(place)].withLock { (_) throws(Failure) in try body() }
    }
}
