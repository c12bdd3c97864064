import FlowFixtures
import Foundation
import KeywayLog
import KeywayOrchestrator
import ProviderFlows
import Testing

@Suite("The samples of the documentation")
struct SampleTests {
    @Test("Getting started signs in once the backend says so")
    func gettingStarted() async throws {
        let sdk = SilentAuthentication(statuses: ["PENDING", "SUCCESS"])
        #expect(try await signIn("ARID_1", with: sdk, keeping: MemoryLog()) == .authenticated)
    }

    @Test("Deciding by hand passes the states of the flow, and an answer to nothing moves nothing")
    func decidingEvents() {
        let states = statesPassed(by: [.start(requestId: "ARID_1"), .oneTap, .confirmed])
        #expect(states == [.idle, .running, .confirming, .confirming])
    }

    @Test("A log is kept, verified and told")
    func logs() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try openLog(in: folder)
        let sdk = SilentAuthentication(statuses: ["SUCCESS"])
        _ = try await signIn("ARID_1", with: sdk, keeping: log)
        #expect(try problems(in: folder).isEmpty)
        #expect(try story(of: "ticket 4711", in: folder).last == "confirmed was taken, then authenticated")
        #expect(try story(of: "another", in: folder).isEmpty)
    }

    @Test("A damaged log is named, and signing in goes on without it")
    func damagedLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = try FileLog(folder)
        _ = try await signIn("ARID_1", with: SilentAuthentication(statuses: ["SUCCESS"]), keeping: log)
        log.close()
        let segment = URL(filePath: folder).appending(path: "00000001.log")
        var bytes = try Data(contentsOf: segment)
        bytes[bytes.count / 4] ^= 1
        try bytes.write(to: segment)
        #expect(try !problems(in: folder).isEmpty)
        #expect(try openLog(in: folder).durability == .memory)
    }

    @Test("A spec is checked and written as Swift by a tool of one's own")
    func specs() throws {
        let bytes = try ShippedFlows.bytes(at: "OTPless/SNA.flow")
        #expect(problems(in: bytes, at: "SNA.flow").allSatisfy { !$0.contains("error:") })
        #expect(swift(of: bytes, at: "SNA.flow")?.contains("public enum OTPlessSNA: Flow {") == true)
        #expect(problems(in: Array("flow Broken version 1".utf8), at: "broken.flow").contains { $0.contains("error:") })
        #expect(swift(of: Array("flow Broken version 1".utf8), at: "broken.flow") == nil)
    }
}
