import KeywayCore
import Testing

@Suite("The identity of a run")
struct RunIDTests {
    @Test("It is read as it is printed, and no other text is one")
    func text() {
        let run = RunID(high: 0x0102, low: .max)
        let text = "0000000000000102ffffffffffffffff"
        #expect("\(run)" == text && RunID(text) == run)
        for wrong in ["", text.uppercased(), "+\(text.dropFirst())", "\(text)0", "00000000000000gg0000000000000000"] {
            #expect(RunID(wrong) == nil, "\(wrong)")
        }
    }
}
