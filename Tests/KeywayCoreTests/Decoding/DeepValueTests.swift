import FlowFixtures
import KeywayCore
import Testing

@Suite("A raw value with many levels")
struct DeepValueTests {
    private static func nested(_ depth: Int, in wrap: (RawValue) -> RawValue) -> RawValue {
        var value = RawValue.text("deep")
        for _ in 0..<depth { value = wrap(value) }
        return value
    }

    @Test("Three times the greatest depth is compared, decoded, told as unread and let go of on a small stack")
    func safe() {
        SmallStack.run {
            let wraps: [(RawValue) -> RawValue] = [{ .list([$0]) }, { .object(["word": $0]) }]
            for wrap in wraps {
                let value = Self.nested(3 * RawValue.greatestDepth, in: wrap)
                let other = Self.nested(3 * RawValue.greatestDepth, in: wrap)
                #expect(value == other && value.hashValue == other.hashValue)
                let callback = RawValue.object(["kind": .text("A"), "note": value])
                let source = UnreadCallbackTests.source
                #expect(
                    source.decode(callback, events: [], enumerations: [])
                        != .event(0, fields: [], row: 0, isRetained: false))
                #expect(RawValue.Unread(callback, of: source, withholding: []).shape.count == 2)
            }
        }
    }
}
