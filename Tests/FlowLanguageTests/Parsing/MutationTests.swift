import FlowLanguage
import Testing

@Suite("Mutated text")
struct MutationTests {
    @Test("However a flow is damaged, reading it ends, and every problem stands inside it", arguments: 1...8)
    func damagedFlow(seed: UInt64) {
        var randomness = SeededRandomness(seed: seed)
        let words = everything.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
        for _ in 0..<60 {
            var parts = words
            for _ in 0..<Int.random(in: 1...4, using: &randomness) { damage(&parts, using: &randomness) }
            let bytes = Array(parts.joined(separator: [0x20]))
            let source = SourceText(path: "Seed\(seed).flow", bytes: bytes)
            let parsed = parse(source)
            for diagnostic in parsed.diagnostics {
                expectInside(diagnostic, of: bytes.count)
                #expect(diagnostic.text(in: source, onTerminal: true).contains(diagnostic.code.name))
            }
            let syntaxErrors = parsed.diagnostics.filter { $0.code == .unexpectedToken }
            let lines = syntaxErrors.map { source.place(of: $0.range.lower).line }
            let texts = syntaxErrors.map { $0.text(in: source) }
            #expect(lines.count == Set(lines).count, "seed \(seed): \(texts)")
        }
    }

    private func damage(_ parts: inout [[UInt8]], using randomness: inout SeededRandomness) {
        let place = Int.random(in: parts.indices, using: &randomness)
        let other = Int.random(in: parts.indices, using: &randomness)
        switch Int.random(in: 0..<5, using: &randomness) {
        case 0 where parts.count > 2: parts.remove(at: place)
        case 1: parts.insert(parts[other], at: place)
        case 2: parts.swapAt(place, other)
        case 3: parts[place].append(UInt8.random(in: .min ... .max, using: &randomness))
        default: parts[place] = (0..<6).map { _ in UInt8.random(in: .min ... .max, using: &randomness) }
        }
    }
}

/// The same numbers for the same seed. Source: SplitMix64, Steele, Lea and Flood 2014.
struct SeededRandomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
