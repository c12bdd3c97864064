import Foundation
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
}
