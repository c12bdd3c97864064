import Foundation
import ProgramStreams
import Testing

@testable import LogTorture

@Suite("Processes that are killed")
struct KillingTests {
    private func process(_ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        try process.run()
        return process
    }

    @Test("A process that runs is killed")
    func running() throws {
        let process = try process("sleep", "600")
        #expect(process.kill())
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    }

    @Test("A process that has ended is not killed, for another one may have its number by then")
    func ended() throws {
        let process = try process("true")
        process.waitUntilExit()
        #expect(!process.kill())
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test("A process that cannot be begun is an error of its own, and no law of the log counts as broken")
    func unbegun() async {
        let killing = Killing(
            count: 2, seed: 1, streams: Streams(), executable: URL(filePath: "/no/such/program"))
        await #expect(throws: UnbegunProcess.self) { try await killing.run() }
    }
}
