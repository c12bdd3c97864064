import KeywayLog
import Testing

@Suite("Exact texts")
struct ExactTextTests {
    @Test("Two texts are one only where their bytes are the same")
    func bytes() {
        let (one, other) = (ExactText("caf\u{E9}"), ExactText("cafe\u{301}"))
        #expect(one.text == other.text && one != other)
        #expect(Set([one, other, ExactText("caf\u{E9}")]).count == 2)
        #expect(other < one && !(one < other))
    }
}
