import Foundation
package import Testing

extension Trait where Self == LongComputation {
    /// For tests that compute for seconds: they run on threads of their own.
    package static var longComputation: Self { Self() }
}

/// Runs tests on threads of their own.
///
/// The tests of a process share as many threads as there are processors, and a test that computes gives its thread back
/// only at its end. A test that waits for a deadline, or for a node that renews its lease, then gets no thread for minutes,
/// and fails for that alone. The system divides the processors fairly between threads, so a test that waits is on time
/// beside these. A `Task` that a test with this trait makes does not inherit the threads: it runs on the shared ones.
package struct LongComputation: SuiteTrait, TestTrait, TestScoping {
    /// The name of each of the threads, by which a test can tell that it runs on one of them.
    package static let threadName = "computation"

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
        try await withTaskExecutorPreference(ComputingThreads.shared) { try await function() }
    }
}

/// As many threads as there are processors, which take their jobs from one queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ComputingThreads: TaskExecutor, @unchecked Sendable {
    static let shared = ComputingThreads()

    private let condition = NSCondition()
    /// Guarded by `condition`.
    private var queue: ArraySlice<UnownedJob> = []

    private init() {
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            let thread = Thread {
                Self.takeName()
                Self.giveWay()
                while true { self.takeJob().runSynchronously(on: self.asUnownedTaskExecutor()) }
            }
            // 8 MB, as a test's thread has on Linux; on Apple platforms the default is half a megabyte.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Names the calling thread.
    ///
    /// On Linux a name that is set too early is lost: the `Thread` must first have the handle of the system's thread, which the
    /// thread that called `start` stores, perhaps only after this one runs.
    private static func takeName() {
        while Thread.current.name != LongComputation.threadName {
            Thread.current.name = LongComputation.threadName
            sched_yield()
        }
    }

    /// Lets all other threads go first, for tests with deadlines are among them.
    private static func giveWay() {
        #if canImport(Glibc)
            // On Linux a priority set for "process 0" is that of the calling thread alone.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Darwin)
            Thread.current.qualityOfService = .utility
        #endif
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock { queue.append(job) }
        condition.signal()
    }

    private func takeJob() -> UnownedJob {
        condition.withLock {
            while queue.isEmpty { condition.wait() }
            return queue.removeFirst()
        }
    }
}
