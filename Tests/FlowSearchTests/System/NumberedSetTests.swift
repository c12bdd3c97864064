import FlowSearch
import Testing

@Suite("Numbered sets")
struct NumberedSetTests {
    @Test("A number comes back out, and one for which there is no bit is refused")
    func numbers() throws {
        for number in 0..<64 { #expect(try #require(Facts(number: number)).numbers == [number]) }
        for number in [-1, 64, .max, .min] { #expect(Obligations(number: number) == nil) }
        #expect(Facts(rawValue: 1 << 63 | 1 << 5 | 1).numbers == [0, 5, 63])
        #expect(Facts().numbers.isEmpty)
    }
}
