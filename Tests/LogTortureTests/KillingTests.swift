import Foundation
import ProgramStreams
import Testing

@testable import LogTorture

@Suite("Processes that are killed while they write a log")
struct KillingTests {
    @Test("A process that cannot be begun is an error of its own, and no law of the log counts as broken")
    func unbegun() async {
        let killing = Killing(
            count: 2, seed: 1, streams: Streams(), executable: URL(filePath: "/no/such/program"))
        await #expect(throws: UnbegunProcess.self) { try await killing.run() }
    }
}
