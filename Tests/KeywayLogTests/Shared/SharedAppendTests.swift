import KeywayLog
import KeywayTesting
import Testing

@Suite("An append to a log that nodes share")
struct SharedAppendTests {
    @Test("It begins with the sequence of its first record, and to make one without a record is a programming error")
    func records() async {
        #expect(SampleRun(1).shared(3..<5).first == 3)
        await #expect(processExitsWith: .failure) { _ = SampleRun(1).shared(3..<3) }
    }
}
