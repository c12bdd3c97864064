import KeywayCore
import KeywayCrypto
import KeywayKeys
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

        @Test("A connection that was cut is made anew for the next key")
        func cut() async throws {
            _ = try await store.makeKey(for: run)
            try server.cutConnections(to: name)
            #expect(try await store.key(of: run) != nil)
        }
    }
}
