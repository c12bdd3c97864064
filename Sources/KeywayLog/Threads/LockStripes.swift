/// A few locks for a great many small objects, which have none of their own: two threads seldom want the same one.
///
/// Who holds the lock of one object must not ask for that of another: it may be the same.
package struct LockStripes: Sendable {
    private let locks: [Lock<Void>]

    package init(count: Int = 16) {
        locks = (0..<count).map { _ in Lock(()) }
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
