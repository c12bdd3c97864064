import FlowFixtures
import KeywayCore
import Testing

@Suite("Table.Annotations")
struct AnnotationsTests {
    static let inner = Table.Annotations(file: "Inner.flow", rowLines: [1, 0], keeps: ["failed": ["why"]])
    static let all = [
        Table.Annotations(file: "", rowLines: []), inner,
        Table.Annotations(file: "A.flow", rowLines: [3], children: [inner]),
        Table.Annotations(
            file: "B.flow", rowLines: [2], keeps: ["done": ["token", "channel"], "failed": ["why"]],
            children: [inner, Table.Annotations(file: "C.flow", rowLines: [7])]),
        Table.Annotations(file: "D.flow", rowLines: [1], successes: ["done"]),
        Table.Annotations(
            file: "E.flow", rowLines: [1], keeps: ["done": ["token"]], successes: ["done", "known"],
            children: [inner]),
    ]

    @Test("Their bytes are read as they were written, and no beginning of them is taken for more", arguments: all)
    func bytes(annotations: Table.Annotations) {
        let bytes = annotations.bytes
        #expect(Table.Annotations(bytes: bytes) == annotations)
        #expect(Table.Annotations(bytes: bytes + [0]) == nil)
        for length in bytes.indices {
            guard let part = Table.Annotations(bytes: Array(bytes[..<length])) else { continue }
            // Older logs have annotations without the last parts, so a beginning that can be read lacks only such parts.
            #expect(part.file == annotations.file && part.rowLines == annotations.rowLines)
            #expect(part.successes.isEmpty && (part.keeps.isEmpty || part.keeps == annotations.keeps))
        }
    }

    @Test("Those of a shipped flow say what its finals keep, and those of its legs are found by their names")
    func shipped() throws {
        let smart = try ShippedFlows.named("OTPlessSmartAuth").annotations
        #expect(
            smart.keeps == [
                "authenticated": ["token", "idToken", "channel"],
                "failed": ["why", "obstacle", "refusal", "channel", "arrived", "phone", "countryCode", "changed"],
                "cancelled": ["why", "obstacle", "refusal", "phone", "countryCode", "changed"],
            ])
        #expect(smart.successes == ["authenticated"])
        let login = try ShippedFlows.named("PhoneLogin")
        #expect(login.annotations.flow(ofLeg: nil, in: login.table) == login.annotations)
        #expect(login.annotations.flow(ofLeg: "smart", in: login.table) == smart)
        #expect(login.annotations.flow(ofLeg: "smart.inner", in: login.table) == nil)
        #expect(Table.Annotations(file: "", rowLines: []).flow(ofLeg: "smart", in: login.table) == nil)
    }
}
