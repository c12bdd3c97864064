import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import Testing

@Suite("The sample that follows a log which nodes share")
struct FeedSampleTests {
    private struct Stop: Error {}

    @Test("The sample tells each block, stores how far it is, and goes on from there")
    func following() async throws {
        let (log, run) = (SharedLog.inMemory(), SampleRun(1))
        for first in 0..<3 as Range<UInt64> { try await TriedSharedLog(log).append(run.shared(first..<first + 1)) }
        var (told, position): ([UInt64], FeedPosition?) = ([], nil)
        func tell(_ block: FeedBlock) { told.append(block.first) }
        func storeAndStop(_ next: FeedPosition) throws {
            position = next
            throw Stop()
        }
        await #expect(throws: Stop.self) {
            try await follow(
                log, from: nil, store: storeAndStop,
                tell: { block in
                    if block.first == 1 { throw Stop() }
                    tell(block)
                }, measure: { _ in })
        }
        // Nothing is stored yet, so the first block is told again.
        #expect(told == [0] && position == nil)
        await #expect(throws: Stop.self) {
            try await follow(log, from: position, store: storeAndStop, tell: tell, measure: { _ in })
        }
        #expect(told == [0, 0, 1, 2])
        try await TriedSharedLog(log).append(run.shared(3..<4))
        await #expect(throws: Stop.self) {
            try await follow(log, from: position, store: storeAndStop, tell: tell, measure: { _ in })
        }
        #expect(told == [0, 0, 1, 2, 3])
    }

    @Test("The sample waits where nothing is new, with no lag, and ends with its task")
    func waiting() async {
        let task = Task {
            try await follow(.inMemory(), from: nil, store: { _ in }, tell: { _ in }, measure: { #expect($0 == .zero) })
        }
        try? await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
