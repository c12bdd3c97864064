import KeywayCore
import Testing

@Suite("A value in the words of the spec")
struct SpelledValueTests {
    private static let moods = Enumeration(
        name: "Mood", cases: [.init(name: "calm", codes: []), .init(name: "angry", codes: [])])

    private func words(_ value: Value, _ kind: Kind) -> String {
        SpelledValue(value, of: kind, among: [Self.moods]).description
    }

    @Test("Each kind is spelled as a spec spells it")
    func kinds() {
        #expect(words(.bool(true), .bool) == "true")
        #expect(words(.integer(-5), .integer(-9...9)) == "-5")
        #expect(words(.duration(90_000), .duration(0...100_000)) == "90s")
        #expect(words(.enumCase(1), .enumCase(of: 0)) == "angry")
        #expect(words(.set(0b11), .set(of: 0)) == "{calm, angry}")
        #expect(words(.set(0), .set(of: 0)) == "{}")
        #expect(words(.withheld, .text(1...9)) == "present")
    }

    @Test("A text keeps to its quotes, whatever a provider says")
    func text() {
        #expect(words(.text("IN\", why = \"x"), .text(1...20)) == #""IN\", why = \"x""#)
    }

    @Test(
        "A case that the enum does not have, or of a kind that is no enum, is told by its number, and left out of a set"
    )
    func damaged() {
        #expect(words(.enumCase(7), .enumCase(of: 0)) == "case 7")
        #expect(words(.enumCase(0), .enumCase(of: 3)) == "case 0")
        #expect(words(.set(0b101), .set(of: 0)) == "{calm}")
        #expect(words(.enumCase(1), .bool) == "case 1")
    }
}
