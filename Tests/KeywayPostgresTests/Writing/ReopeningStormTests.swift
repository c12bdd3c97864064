import KeywayCore
import KeywayLog
import KeywayPostgres
import KeywayTesting
import Testing

extension ServerTests {
    /// Several tasks append, while the server ends connections at random moments and a statement may arrive late.
    @Suite("Connections are cut while records are appended")
    struct ReopeningStormTests {
        private let server: TestServer
        private let name: String

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        /// How many records of each run were acknowledged.
        private final class Acknowledged: Sendable {
            private let counts = Lock<[RunID: UInt64]>([:])

            func note(_ run: RunID, _ count: UInt64) {
                counts.withLock { $0[run] = max($0[run] ?? 0, count) }
            }

            var all: [RunID: UInt64] { counts.withLock { $0 } }
        }

        /// The present opening of the log. It is opened again by the first of those who find that it has failed.
        private actor ReopenedLog {
            private let database: PostgresDatabase
            private(set) var log: PostgresLog
            private(set) var openings = 1

            init(_ database: PostgresDatabase) async throws {
                self.database = database
                log = try await database.openLog(waitingAtMost: .seconds(60))
            }

            func openAgain(after failed: PostgresLog) async throws -> PostgresLog {
                guard failed === log else { return log }
                try? await failed.close()
                while failed === log {
                    do {
                        log = try await database.openLog(waitingAtMost: .seconds(60))
                        openings += 1
                    } catch is PostgresLog.Failure {
                        // Connections are cut while the log is opened as well.
                    }
                }
                return log
            }
        }

        @Test("Nothing acknowledged is lost, nothing is there twice, and each run has one history")
        func storm() async throws {
            let shared = try await ReopenedLog(server.database(name, lease: .seconds(1)))
            let acknowledged = Acknowledged()
            let isOver = Lock(false)
            let (server, name) = (server, name)
            async let cuts = server.cutConnections(to: name, until: isOver)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 as Range<UInt64> {
                    group.addTask { try await append(to: SampleRun(number), shared, acknowledged) }
                }
                try await group.waitForAll()
            }
            isOver.withLock { $0 = true }
            let (cut, openings) = (try await cuts, await shared.openings)
            #expect(cut > 0 && openings > 1, "\(cut) connections were cut, and the log was opened \(openings) times")
            try? await shared.log.close()
            let log = try await server.database(name).openLog(waitingAtMost: .seconds(60))
            for number in 0..<8 as Range<UInt64> {
                let run = SampleRun(number)
                let found = try await log.records(of: run.run)
                #expect(found == run.records(0..<UInt64(found.count)))
                #expect(UInt64(found.count) >= acknowledged.all[run.run] ?? 0)
                #expect(UInt64(found.count) == Self.length)
            }
            try await log.close()
        }

        private static let length: UInt64 = 100

        /// Appends the records of a run one after the other, as an orchestrator does that opens a failed log again.
        private func append(to run: SampleRun, _ shared: ReopenedLog, _ acknowledged: Acknowledged) async throws {
            var log = await shared.log
            var next: UInt64 = 0
            while next < Self.length {
                do throws(LogError) {
                    try await log.append(run.append(next..<next + 1))
                    next += 1
                    acknowledged.note(run.run, next)
                } catch {
                    if case .conflict = error { throw error }
                    log = try await shared.openAgain(after: log)
                    // What was in doubt is there or not, and stays so: no statement of an earlier opening takes effect any more.
                    guard let found = try? await log.records(of: run.run) else { continue }
                    next = UInt64(found.count)
                }
            }
        }
    }
}
