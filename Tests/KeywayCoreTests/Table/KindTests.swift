import KeywayCore
import Testing

@Suite("Kinds of values")
struct KindTests {
    private let enumerations = [
        Enumeration(name: "Way", cases: ["left", "right", "back"].map { .init(name: $0, codes: []) }),
        Enumeration(name: "None", cases: []),
    ]

    @Test("The least and the greatest value of a kind are of the kind, and the values next to them are not")
    func ends() {
        let kinds: [(kind: Kind, below: Value?, least: Value, greatest: Value, above: Value?)] = [
            (.bool, nil, .bool(false), .bool(true), nil),
            (.integer(-3...7), .integer(-4), .integer(-3), .integer(7), .integer(8)),
            (.integer(.min ... .max), nil, .integer(.min), .integer(.max), nil),
            (.duration(1...86_400_000), .duration(0), .duration(1), .duration(86_400_000), .duration(86_400_001)),
            (.enumCase(of: 0), .enumCase(-1), .enumCase(0), .enumCase(2), .enumCase(3)),
            (.set(of: 0), nil, .set(0), .set(7), .set(8)),
        ]
        for (kind, below, least, greatest, above) in kinds {
            let ends = kind.ends(among: enumerations)
            #expect(ends?.least == least && ends?.greatest == greatest, "\(kind)")
            for value in [least, greatest] { #expect(kind.contains(value, among: enumerations), "\(kind)") }
            for value in [below, above].compactMap(\.self) {
                #expect(!kind.contains(value, among: enumerations), "\(kind)")
            }
        }
        for kind in [.text(1...4), .enumCase(of: 1)] as [Kind] { #expect(kind.ends(among: enumerations) == nil) }
    }
}
