import KeywayCore
import KeywayTesting
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
    @Test("One with a time has it in its first twelve digits, and random ones behind, so that later ones are greater")
    func dated() {
        var chance = SeededGenerator(seed: 1)
        let (first, second) = (
            RunID.dated(Instant(milliseconds: 1_700_000_000_000), using: &chance),
            RunID.dated(Instant(milliseconds: 1_700_000_000_000), using: &chance)
        )
        let later = RunID.dated(Instant(milliseconds: 1_700_000_000_001), using: &chance)
        #expect("\(first)".hasPrefix("018bcfe56800") && "\(later)".hasPrefix("018bcfe56801"))
        #expect(first.high != second.high && first.low != second.low)
        #expect(later > first && later > second)
        #expect(RunID.dated(Instant(milliseconds: -5), using: &chance).high >> 16 == 0)
    }
}
