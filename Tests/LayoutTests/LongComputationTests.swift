import Foundation
import TestThreads
import Testing

/// Where tests that compute take all shared threads, tests with deadlines are late.
@Suite("Where tests run")
struct LongComputationTests {
    @Test("A test that computes for long has threads of its own, also after it has waited", .longComputation)
    func ownThreads() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        #expect(Self.threadName == LongComputation.threadName)
        try await Task.sleep(for: .milliseconds(1))
        #expect(Self.threadName == LongComputation.threadName)
    }

    @Test("Any other test has one of the threads that are shared")
    func sharedThreads() async {
        #expect(Self.threadName != LongComputation.threadName)
    }

    private static var threadName: String? { Thread.current.name }
}
