import KeywayLog
import Testing

@Suite("Names of devices")
struct DeviceIDTests {
    @Test("Two names are one device only where their bytes are the same")
    func bytes() {
        let (one, other) = (DeviceID("ph\u{E9}"), DeviceID("phe\u{301}"))
        #expect(one.name == other.name && one != other)
        #expect(Set([one, other, DeviceID("ph\u{E9}")]).count == 2)
        #expect(other < one && !(one < other))
    }
}
