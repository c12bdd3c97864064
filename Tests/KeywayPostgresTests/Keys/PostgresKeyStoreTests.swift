import KeywayCore
import KeywayCrypto
import KeywayKeys
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("Keys in the database", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
    struct PostgresKeyStoreTests {
        private let server: TestServer
        private let name: String
        private let store: PostgresKeyStore
        private let wrapping: AESGCMKey
        private let run = RunID(high: 1, low: 2)

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            wrapping = try AESGCMKey.random()
            store = PostgresKeyStore(try server.database(name), wrappedBy: wrapping)
        }

        @Test("Another process finds the key, and the database has no byte of it in clear")
        func found() async throws {
            let key = try await store.makeKey(for: run)
            let sealed = try key.seal([1, 2, 3], boundTo: [4])
            let other = PostgresKeyStore(try server.database(name), wrappedBy: wrapping)
            let found = try #require(try await other.key(of: run) as? AESGCMKey)
            #expect(try found.open(sealed, boundTo: [4]) == [1, 2, 3])
            let row = try server.connection(to: name).run("SELECT wrapped FROM keyway.key").rows.first
            let wrapped = try #require(row?.bytes(0))
            #expect(!wrapped.indices.contains { wrapped[$0...].starts(with: found.bytes.prefix(8)) })
        }

        @Test("A run has one key, and none once it is erased, which may be done twice")
        func erased() async throws {
            _ = try await store.makeKey(for: run)
            await #expect(throws: PostgresKeyStore.Failure.exists(run)) { try await store.makeKey(for: run) }
            try await store.eraseKey(of: run)
            try await store.eraseKey(of: run)
            #expect(try await store.key(of: run) == nil)
        }

        @Test("A key that another key wrapped, or that stands in another run's row, is told as such")
        func notUnwrapped() async throws {
            _ = try await store.makeKey(for: run)
            let other = PostgresKeyStore(try server.database(name), wrappedBy: try AESGCMKey.random())
            await #expect(throws: PostgresKeyStore.Failure.notUnwrapped(run)) { try await other.key(of: run) }
            let moved = RunID(high: 3, low: 4)
            try server.connection(to: name).run("UPDATE keyway.key SET run = '\(moved)'::uuid")
            await #expect(throws: PostgresKeyStore.Failure.notUnwrapped(moved)) { try await store.key(of: moved) }
        }

        @Test(
            "Keys that are asked for while the server is busy cost one commit, and nobody who waits no longer gets one")
        func together() async throws {
            let key = "('\(RunID(high: 5, low: 0))'::uuid, '')"
            let holder = try HeldStatement(
                server, name, "(INSERT INTO keyway.key (run, wrapped) VALUES \(key) RETURNING run)")
            let store = store
            func make(_ numbers: Range<UInt64>) -> [Task<Void, any Error>] {
                numbers.map { number in Task { _ = try await store.makeKey(for: RunID(high: 5, low: number)) } }
            }
            let first = make(0..<1)
            try await Task.sleep(for: .milliseconds(300))
            let (wanted, unwanted) = (make(1..<21), make(21..<41))
            try await Task.sleep(for: .milliseconds(300))
            for making in unwanted { making.cancel() }
            for making in unwanted {
                await #expect(throws: LogError.unavailable(retryAfter: nil)) { try await making.value }
            }
            try holder.rollBack()
            for making in first + wanted { try await making.value }
            let connection = try server.connection(to: name)
            let row = try connection.run("SELECT count(*), count(DISTINCT xmin::text) FROM keyway.key").rows.first
            #expect(row?.integer(0) == 21 && row?.integer(1) == 2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<21 as Range<UInt64> {
                    group.addTask { try await store.eraseKey(of: RunID(high: 5, low: number)) }
                }
                try await group.waitForAll()
            }
            #expect(try connection.run("SELECT FROM keyway.key").rows.isEmpty)
        }

        @Test("A key that another statement holds is erased once that has ended, and the others before")
        func held() async throws {
            let runs = (0..<3 as Range<UInt64>).map { RunID(high: 6, low: $0) }
            for run in runs { _ = try await store.makeKey(for: run) }
            let holder = try HeldStatement(
                server, name, "MATERIALIZED (SELECT FROM keyway.key WHERE run = '\(runs[1])'::uuid FOR UPDATE)")
            let connection = try server.connection(to: name)
            let store = store
            let erasures = runs.map { run in Task { try await store.eraseKey(of: run) } }
            var left = 3
            for _ in 0..<200 where left > 1 {
                try await Task.sleep(for: .milliseconds(20))
                left = try connection.run("SELECT FROM keyway.key").rows.count
            }
            #expect(left == 1)
            try holder.rollBack()
            for erasure in erasures { try await erasure.value }
            #expect(try connection.run("SELECT FROM keyway.key").rows.isEmpty)
        }

        @Test("A connection that was cut is made anew for the next key")
        func cut() async throws {
            _ = try await store.makeKey(for: run)
            try server.cutConnections(to: name)
            #expect(try await store.key(of: run) != nil)
        }
    }
}
