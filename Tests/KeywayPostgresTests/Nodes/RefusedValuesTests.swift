import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// What a server will never take is reported as refused for good: else a node would send it again for ever.
    @Suite("Values of nodes that a server refuses")
    struct RefusedValuesTests {
        private let server: TestServer
        private let name: String
        private let log: TriedSharedLog

        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            log = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
        }

        private func append(_ appends: [SharedAppend]) async throws -> (
            won: Set<RunID>, refused: [RunID: AppendRefusal]
        ) {
            let answer = try await log.log.perform(.append(appends), for: NodeID(1))
            guard case .appended(let won, let refused) = answer else { preconditionFailure("\(answer)") }
            return (won, refused)
        }

        @Test("An append that the server refuses is refused alone, each time, with the server's reason")
        func refused() async throws {
            try server.connection(to: name).run(
                "ALTER TABLE keyway.shared_run ADD CHECK (reference IS NULL OR octet_length(reference) < 1000)")
            let runs = (0..<9 as Range<UInt64>).map {
                SampleRun($0, reference: $0 == 4 ? String(repeating: "x", count: 5000) : nil)
            }
            let (won, refused) = try await append(runs.map { $0.shared(0..<1) })
            #expect(won == Set(runs.map(\.run)).subtracting([runs[4].run]))
            guard case .notTaken(let reason)? = refused[runs[4].run] else {
                Issue.record("\(refused)")
                return
            }
            #expect(refused.count == 1 && reason.contains("check constraint") && reason.hasSuffix("(23514)"))
            #expect(try await append([runs[4].shared(0..<1)]).refused == refused)
            #expect(try await log.settle(runs[4].run, 0) == SettledAppend(next: 0, storedAppend: nil))
        }

        @Test("An append that is too large is not sent, and others that are large only together are done")
        func tooLarge() async throws {
            let appends = [1_000_000, 3_000_000, 5_000_000, 3_000_001].enumerated().map { place, size in
                SampleRun(UInt64(place), reference: String(repeating: "x", count: size)).shared(0..<1)
            }
            let (won, refused) = try await append(appends)
            #expect(won == Set([0, 1, 3].map { appends[$0].run }))
            #expect(Array(refused.keys) == [appends[2].run] && "\(refused)".contains("4194304 are the most"))
        }

        @Test("A change of a device that the server refuses, or that is too large, is refused alone")
        func device() async throws {
            try server.connection(to: name).run(
                "ALTER TABLE keyway.shared_device ADD CHECK (octet_length(state) <> 1000)")
            let devices = (0..<5).map { DeviceID("device \($0)") }
            let sizes = [devices[1]: 5_000_000, devices[3]: 1000]
            let changes = try await log.devices(devices).map { device, row in
                DeviceChange(
                    device, expecting: row.version, bytes: Array(repeating: 1, count: sizes[device] ?? 10))
            }
            let answer = try await log.log.perform(.changeDevices(changes), for: NodeID(1))
            guard case .changedDevices(let changed, let refused) = answer else { preconditionFailure("\(answer)") }
            #expect(changed == Set(devices).subtracting(sizes.keys) && Set(refused.keys) == Set(sizes.keys))
        }
    }
}
