import FlowFixtures
import KeywayCore
import Testing

@Suite("What may be stored of a callback that is retained")
struct RetainedWordTests {
    private static let text = """
        flow Tiny version 1
        type Token = text(1...99) secret
        command go
        callback ready(speed: int 0...9), got(token: Token)
        source sdk = "SDK" by kind singleton {
          TOKEN when data.token present => got(token: data.token)
          retained READY when data.token present and data present and data.code in { 200, 201 } => ready(speed: speed)
        }
        final done
        within 20m -> done
        reject other
        late other
        state first waits for user { on go -> done on ready, got stay }
        """

    private static func callback(_ kind: String) -> RawValue {
        .object([
            "kind": .text(kind), "speed": .integer(3), "other": .text("CANARY"),
            "data": .object(["token": .text("CANARY"), "code": .text("200"), "more": .text("CANARY")]),
        ])
    }

    @Test("Of a field that a row only asks to be present nothing is kept but that it is there")
    func presence() throws {
        let flow = RunningFlow(try LoadedFlow(Self.text).table)
        let kept = flow.kept(Self.callback("READY"))
        #expect(
            kept
                == .object([
                    "kind": .text("READY"), "speed": .integer(3),
                    "data": .object(["token": .bool(true), "code": .text("200")]),
                ]))
        #expect(flow.table.decode(kept) == flow.table.decode(Self.callback("READY")))
        let token = flow.kept(Self.callback("TOKEN"))
        #expect(token == .object(["kind": .text("TOKEN"), "data": .object(["token": .bool(true)])]))
    }

    @Test("An object is not kept where a row compares it, asks for it or reads it, and the callback is read as before")
    func objects() throws {
        for test in ["data present", "data != \"x\"", "not (data == \"true\")"] {
            let text = Self.text.changing(
                "data.token present and data present and data.code in { 200, 201 }", to: test)
            let flow = RunningFlow(try LoadedFlow(text).table)
            let kept = flow.kept(Self.callback("READY"))
            let members: [String: RawValue] = [
                "kind": .text("READY"), "speed": .integer(3), "data": .object([:]),
            ]
            #expect(kept == .object(members), "\(test)")
            #expect(flow.table.decode(kept) == flow.table.decode(Self.callback("READY")), "\(test)")
        }
    }

    @Test("What flows keep of one callback adds up, and a value that one of them needs goes before its presence")
    func several() throws {
        let flow = RunningFlow(try LoadedFlow(Self.text).table)
        let text = Self.text.changing(
            "data.token present and data present and data.code in { 200, 201 }", to: "other == x")
        let other = RunningFlow(try LoadedFlow(text).table)
        let callback = Self.callback("READY")
        let both: RawValue = .object([
            "kind": .text("READY"), "speed": .integer(3), "other": .text("CANARY"),
            "data": .object(["token": .bool(true), "code": .text("200")]),
        ])
        #expect(flow.kept(callback, besides: other.kept(callback)) == both)
        #expect(other.kept(callback, besides: flow.kept(callback)) == both)
    }
}
