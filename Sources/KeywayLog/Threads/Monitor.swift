#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A state that several threads share, and that some of them wait for.
package final class Monitor<State>: @unchecked Sendable {
    /// What a thread that waits finds when it looks at the state.
    package enum Poll<Result> {
        /// The wait is over, and returns this.
        case found(Result)
        /// Nothing yet: the thread looks again after the next `wake`.
        case waiting
        /// Nothing yet: the thread looks again after the next `wake`, or when so much time has passed.
        case waitingFor(milliseconds: Int64)
    }

    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            // By the monotonic clock, because the wall clock may be set while a thread waits.
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs the body alone with the state; a body that takes the same lock again waits for ever.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Blocks the thread until `poll` finds something; it is called at once and after each `wake`, alone with the
    /// state.
    package func wait<Result>(_ poll: (inout State) -> Poll<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch poll(&state) {
            case .found(let result): return result
            case .waiting: pthread_cond_wait(condition, mutex)
            case .waitingFor(let milliseconds): wait(milliseconds)
            }
        }
    }

    /// Makes all threads that wait look again.
    package func wake() {
        pthread_cond_broadcast(condition)
    }

    private func wait(_ milliseconds: Int64) {
        #if canImport(Darwin)
            var pause = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
            pthread_cond_timedwait_relative_np(condition, mutex, &pause)
        #else
            var end = timespec()
            clock_gettime(CLOCK_MONOTONIC, &end)
            let nanoseconds = Int64(end.tv_nsec) + milliseconds % 1_000 * 1_000_000
            end.tv_sec += Int(milliseconds / 1_000 + nanoseconds / 1_000_000_000)
            end.tv_nsec = Int(nanoseconds % 1_000_000_000)
            pthread_cond_timedwait(condition, mutex, &end)
        #endif
    }
}
