import KeywayCore
import Testing

@Suite("A callback that no row matches")
struct UnreadCallbackTests {
    static let source = Source(
        name: "sdk", typeName: "SDK", by: "kind", isSingleton: true,
        rows: [
            Source.Row(
                isRetained: false, callbackNames: ["A"],
                test: .all([
                    .comparison(["note"], .equal, .text("x")),
                    .not(.comparison(["data", "code"], .equal, .integer(3))),
                    .comparison(["status"], .greater, .integer(400)),
                ]), event: 0, fields: [])
        ])

    /// Values that may be personal data: none of them may appear in what is kept of a callback.
    static let canaries: [RawValue] = [
        .text("+4915112345678"), .text("4915112345678"), .integer(4_915_112_345_678), .integer(483_920),
        .text("483920"), .text("eyJhbGciOiJIUzI1NiJ9.e30.c2ln"), .text("ghp_9f8e7d6c5b4a39281706"),
        .text("asha@example.com"), .number(483_920.5), .text("Asha K"), .text("a b"), .text("ünï"), .text("1234abcd"),
        .text(String(repeating: "a", count: 65)),
    ]

    private func words(_ unread: RawValue.Unread) -> String {
        "\(unread.name ?? "-") \(unread.status.map { String($0) } ?? "-") \(unread.shape.joined(separator: " "))"
    }

    @Test("No value, key or name that may be personal data is kept, wherever it stands", arguments: canaries)
    func noPersonalData(value: RawValue) {
        let text: String =
            switch value {
            case .text(let text): text
            case .integer(let number): String(number)
            case .number(let number): String(number)
            default: "nothing"
            }
        let callbacks: [RawValue] = [
            .object(["kind": value]), .object(["kind": .text("A"), "note": value]),
            .object(["kind": .text("A"), "status": value]),
            .object(["kind": .text("A"), "data": .object(["code": value, "list": .list([value])])]),
            .object(["kind": .text("A"), text: .bool(true)]),
            .object(["kind": .text("A"), "data": .object([text: .object([text: value])])]),
            .list([value]), value,
        ]
        for callback in callbacks {
            for source in [Self.source, nil] {
                let told = words(RawValue.Unread(callback, of: source, withholding: []))
                #expect(!told.contains(text), "\(told)")
            }
        }
    }

    @Test("The name, the first number in a field that rows compare with numbers, and the types of the fields are kept")
    func kept() {
        let callback: RawValue = .object([
            "kind": .text("INITIATE_2"), "status": .integer(400),
            "data": .object(["code": .text("7112"), "when": .null, "seen": .list([]), "rate": .number(0.5)]),
            "ok": .bool(true),
            // A key that does not look like a name may be personal data: it becomes `?`.
            "0": .integer(1),
        ])
        let unread = RawValue.Unread(callback, of: Self.source, withholding: [])
        #expect(unread.name == "INITIATE_2")
        // In the row's tests `data.code` stands before `status`.
        #expect(unread.status == 7112)
        #expect(
            unread.shape == [
                "?: integer", "data.code: text", "data.rate: number", "data.seen: list", "data.when: null",
                "kind: text",
                "ok: bool", "status: integer",
            ])
        #expect(RawValue.Unread(callback, of: nil, withholding: []).name == nil)
        #expect(RawValue.Unread(callback, of: nil, withholding: []).status == nil)
    }

    @Test("Of a field that is read as a classified value neither a number is kept nor a name")
    func classified() {
        let callback: RawValue = .object([
            "kind": .text("OTP"), "status": .integer(400), "data": .object(["code": .text("4821")]),
        ])
        let unread = RawValue.Unread(callback, of: Self.source, withholding: [["data", "code"]])
        #expect(unread.name == "OTP" && unread.status == 400)
        #expect(unread.shape == ["data.code: text", "kind: text", "status: integer"])
        let classified: Set = [["data", "code"], ["status"], ["kind"]]
        let nothing = RawValue.Unread(callback, of: Self.source, withholding: classified)
        #expect(nothing.name == nil && nothing.status == nil)
    }

    @Test("Of a deep callback only the outer levels are kept, and of a wide one only 64 fields")
    func bounded() {
        var deep: RawValue = .text("CANARY")
        for _ in 0..<200 { deep = .object(["a": deep]) }
        let unread = RawValue.Unread(deep, of: Self.source, withholding: [])
        #expect(unread.shape.count == 1)
        #expect(unread.shape[0].hasSuffix(": object"))
        let wide = RawValue.object(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("field\($0)", RawValue.null) }))
        #expect(RawValue.Unread(wide, of: Self.source, withholding: []).shape.count == 64)
    }
}
