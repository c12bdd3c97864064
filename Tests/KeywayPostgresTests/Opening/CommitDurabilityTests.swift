import KeywayLog
import KeywayNodes
import Testing

@testable import KeywayPostgres

@Suite("What a server's settings make of a commit")
struct CommitDurabilityTests {
    private func durability(
        flushes: Bool = true, commit: String = "on", hasStandby: Bool = false
    ) -> (Durability, String?) {
        let found = CommitDurability(flushes: flushes, commit: commit, hasStandby: hasStandby)
        return (found.durability, found.weakness)
    }

    @Test(
        "A commit that is not flushed survives no failure of the machine, and the setting is named",
        arguments: [true, false])
    func weak(hasStandby: Bool) {
        #expect(durability(flushes: false, hasStandby: hasStandby) == (.written, "fsync is off"))
        #expect(durability(commit: "off", hasStandby: hasStandby) == (.written, "synchronous_commit is off"))
    }

    @Test("A commit for which a standby is waited survives the machine, others a loss of power")
    func strong() {
        #expect(durability() == (.flushed, nil))
        #expect(durability(hasStandby: true) == (.replicated, nil))
        #expect(durability(commit: "local", hasStandby: true) == (.flushed, nil))
    }
}

extension ServerTests {
    @Suite("What a log says of a server whose commits may be lost")
    struct WeakServerTests {
        private let server: TestServer
        private let name: String

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        /// Returns what is said of the database, and checks that both logs in it say the same.
        private func said() async throws -> PostgresDatabase.CheckedUses {
            let found = try server.database(name).checkUses()
            let log = try await server.database(name).openLog()
            #expect(log.durability == found.durability)
            try await log.close()
            #expect(try await server.database(name).openSharedLog().durability == found.durability)
            return found
        }

        @Test("A database whose commits are not waited for")
        func asynchronous() async throws {
            #expect(try await said().weakness == nil)
            try server.connection(to: name).run("ALTER DATABASE \(name) SET synchronous_commit = off")
            let found = try await said()
            #expect(found.durability == .written && found.weakness == "synchronous_commit is off")
        }

        @Test(
            "A server that flushes nothing",
            .enabled(if: TestServer.shared?.isOurs == true, "the server is somebody else's, whose settings stay"))
        func unflushed() async throws {
            let connection = try server.connection(to: nil)
            func set(_ statement: String, until wanted: String) async throws {
                try connection.run(statement)
                try connection.run("SELECT pg_reload_conf()")
                while try server.connection(to: nil).run("SHOW fsync").rows.first?.text(0) != wanted {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            try await set("ALTER SYSTEM SET fsync = off", until: "off")
            let found: Result<PostgresDatabase.CheckedUses, any Error>
            do { found = .success(try await said()) } catch { found = .failure(error) }
            try await set("ALTER SYSTEM RESET fsync", until: "on")
            #expect(try found.get().durability == .written)
            #expect(try found.get().weakness == "fsync is off")
        }
    }
}
