import KeywayCore
import Testing

@testable import KeywayDebugger

@Suite("Answers that a search makes up")
struct AnswerSearchTests {
    @Test(
        "Made-up answers are listed up to a limit, in one order, however many there could be", arguments: [1, 8, 1_001])
    func bounded(count: Int) {
        let three = [Field](repeating: Field(name: "f", kind: .bool, isOptional: false), count: 3)
        let all = three.combinations(atMost: 100, among: [])
        #expect(all.count == 8 && Set(all).count == 8)
        #expect(three.combinations(atMost: count, among: []) == Array(all.prefix(count)))
        // A list of all would not fit into any memory.
        let sixty = [Field](repeating: Field(name: "f", kind: .bool, isOptional: false), count: 60)
        let some = sixty.combinations(atMost: count, among: [])
        #expect(some.count == count && some.allSatisfy { $0.count == 60 } && Set(some).count == count)
    }

    @Test("A text that may be empty is made up with a character: an empty one would be absent")
    func texts() {
        let field = Field(name: "f", kind: .text(0...5), isOptional: false)
        #expect([field].combinations(atMost: 9, among: []) == [[.text("1")]])
    }
}
