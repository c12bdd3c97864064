import KeywayTesting
import Testing

@Suite("Answers that a test gives when it wants to")
struct HeldAnswersTests {
    @Test("Who is cancelled before it asks takes no answer away from the next one")
    func cancelled() async throws {
        let answers = HeldAnswers<Int>()
        answers.give(1)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await answers.next()
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(try await answers.next() == 1)
    }
}
