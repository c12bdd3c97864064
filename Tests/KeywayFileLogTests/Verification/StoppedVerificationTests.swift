import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("A verification that is stopped")
struct StoppedVerificationTests {
    @Test("It counts the segments that it has read, and finds what is wrong in them alone")
    func stopped() throws {
        var files = try TamperingTests.files()
        for name in ["00000001.log", "00000003.log"] { files[name]?[60] ^= 0x10 }
        var told: [Int] = []
        let whole = try FileLog.verify("log", in: SimulatedDisk(files)) { read, _ in
            told.append(read)
            return true
        }
        #expect(told == [1, 2, 3] && whole.segments == 3)
        #expect(Set(whole.findings.map(\.file)).isSuperset(of: ["00000001.log", "00000003.log"]))
        let stopped = try FileLog.verify("log", in: SimulatedDisk(files)) { read, _ in read < 2 }
        let found = Set(stopped.findings.map(\.file))
        #expect(stopped.segments == 2 && found.contains("00000001.log") && !found.contains("00000003.log"))
    }
}
