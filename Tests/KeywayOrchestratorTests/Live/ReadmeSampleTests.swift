import FlowFixtures
import KeywayLog
import ProviderFlows
import Testing

@Suite("The sample of the README")
struct ReadmeSampleTests {
    @Test("It signs in, with the real clock")
    func runs() async throws {
        #expect(try await signIn("ARID_7f3a", in: MemoryLog()) == .authenticated)
    }

    @Test("It stands in the README word for word")
    func isPrinted() throws {
        let sample = try ShippedFlows.bytes(at: "../Tests/KeywayOrchestratorTests/Live/ReadmeSample.swift")
        let readme = try ShippedFlows.bytes(at: "../README.md")
        #expect(
            String(decoding: readme, as: UTF8.self).contains(String(decoding: sample, as: UTF8.self)),
            "copy ReadmeSample.swift into README.md")
    }
}
