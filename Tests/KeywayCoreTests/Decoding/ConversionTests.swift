import KeywayCore
import Testing

@Suite("Conversions")
struct ConversionTests {
    static let enumerations = [
        Enumeration(
            name: "Refusal",
            cases: [
                .init(name: "wrong", codes: [.spelling("7112"), .spelling("OTP")]),
                .init(name: "network", codes: [.range(9100...9105), .range(-3 ... -1)]),
                .init(name: "other", codes: [.rest]),
            ]),
        Enumeration(
            name: "Leg",
            cases: [
                .init(name: "silent", codes: [.spelling("SILENT")]), .init(name: "code", codes: [.spelling("true")]),
            ]),
    ]

    static let raws: [RawValue] = [
        .null, .bool(true), .bool(false), .integer(0), .integer(7112), .integer(9103), .integer(-2), .number(2),
        .number(1.5), .number(.nan), .number(.infinity), .number(1e300), .text(""), .text("7112"), .text("07112"),
        .text("+1"), .text("true"), .text("SILENT"), .text("ünï"), .list([]), .list([.text("SILENT"), .bool(true)]),
        .list([.text("else")]), .object([:]),
    ]

    /// For each kind, what the raw values become, by their positions in `raws`; a position that is not listed becomes nothing.
    static let expected: [(Kind, [Int: Value])] = [
        (.bool, [1: .bool(true), 2: .bool(false), 16: .bool(true)]),
        (
            .integer(-5...8000),
            [3: .integer(0), 4: .integer(7112), 6: .integer(-2), 7: .integer(2), 13: .integer(7112)]
        ),
        (.integer(1...5), [7: .integer(2)]),
        (
            .duration(1...86_400_000),
            [
                4: .duration(7_112_000), 5: .duration(9_103_000), 7: .duration(2000), 8: .duration(1500),
                13: .duration(7_112_000),
            ]
        ),
        (
            .text(1...4),
            [
                3: .text("0"), 4: .text("7112"), 5: .text("9103"), 6: .text("-2"), 7: .text("2"), 13: .text("7112"),
                15: .text("+1"), 16: .text("true"), 18: .text("ünï"),
            ]
        ),
        (
            .enumCase(of: 0),
            [
                1: .enumCase(2), 2: .enumCase(2), 3: .enumCase(2), 4: .enumCase(0), 5: .enumCase(1), 6: .enumCase(1),
                7: .enumCase(2), 12: .enumCase(2), 13: .enumCase(0), 14: .enumCase(2), 15: .enumCase(2),
                16: .enumCase(2), 17: .enumCase(2), 18: .enumCase(2),
            ]
        ),
        (.enumCase(of: 1), [1: .enumCase(1), 16: .enumCase(1), 17: .enumCase(0)]),
        (.set(of: 1), [19: .set(0), 20: .set(0b11)]),
        (.enumCase(of: 9), [:]), (.set(of: -1), [:]),
    ]

    @Test("Every raw value becomes what the field's kind says, or nothing", arguments: expected)
    func cells(kind: Kind, values: [Int: Value]) {
        for (position, raw) in Self.raws.enumerated() {
            #expect(kind.value(from: raw, among: Self.enumerations) == values[position], "\(raw)")
        }
    }

    @Test("What a kind makes of a raw value, it contains", arguments: expected)
    func contained(kind: Kind, values: [Int: Value]) {
        for value in values.values { #expect(kind.contains(value, among: Self.enumerations)) }
    }

    @Test("A log keeps plain values, and of the others only that they are there")
    func withholding() {
        for classification in Field.Classification.allCases {
            let field = Field(name: "x", kind: .text(1...9), classification: classification, isOptional: true)
            #expect(
                field.withholdingClassified(.text("CANARY")) == (classification == .plain ? .text("CANARY") : .withheld)
            )
            #expect(field.withholdingClassified(nil) == nil)
        }
        let fields = Field.Classification.allCases.map {
            Field(name: "x", kind: .integer(0...9), classification: $0, isOptional: true)
        }
        #expect(
            fields.withholdingClassified([.integer(1), .integer(2), nil, .integer(4)]) == [
                .integer(1), .withheld, nil, .withheld,
            ])
    }
}
