#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A pointer that is set for one thread, by which code finds out later whether it runs on that thread; nil on any other.
///
/// `pthread_self` cannot be compared for this: it is declared as constant, so in an async function the compiler may use the answer
/// of an earlier thread for a later one.
enum ThreadMark {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no key is left for a value of threads (error \(status))")
        return key
    }()

    /// The mark of the calling thread.
    static var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

    /// Gives the calling thread a mark.
    ///
    /// - Returns: The mark that it had.
    static func replace(with mark: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let former = current
        let status = pthread_setspecific(key, mark)
        precondition(status == 0, "no room for the mark of a thread (error \(status))")
        return former
    }
}
