import KeywayTesting
import Testing

@testable import KeywayPostgres

/// A synchronous standby that the server's settings name and that is not there: each commit waits for it, in all databases of the server.
struct AbsentStandby {
    let connection: Connection

    /// Calls the body while each commit waits for the standby, and removes the server's setting afterwards.
    static func awaited(
        on server: TestServer, _ body: (AbsentStandby) async throws -> Void
    ) async throws {
        let standby = AbsentStandby(connection: try server.connection(to: nil))
        try await standby.set("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", on: server, until: "nobody")
        do {
            try await body(standby)
        } catch {
            try await standby.release(on: server)
            throw error
        }
        try await standby.release(on: server)
    }

    /// Takes the standby out of the settings: statements that wait for it are committed, and later ones do not wait.
    func release(on server: TestServer) async throws {
        try await set("ALTER SYSTEM RESET synchronous_standby_names", on: server, until: "")
    }

    /// Changes the server's setting, and returns once new sessions have it.
    private func set(_ statement: String, on server: TestServer, until wanted: String) async throws {
        try connection.run(statement)
        try connection.run("SELECT pg_reload_conf()")
        while try server.connection(to: nil).run("SHOW synchronous_standby_names").rows.first?.text(0) != wanted {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Returns once some session of the database waits for the standby. Before that it calls a function of the server, if one is named,
    /// such as `pg_cancel_backend`, for each session that waits.
    func whenWaiting(in database: String, call function: String? = nil) async throws {
        while try !isAwaited(in: database) { try await Task.sleep(for: .milliseconds(10)) }
        if let function { try connection.run("SELECT \(function)(pid) \(waiting(in: database))") }
    }

    /// Whether some session of the database waits for the standby.
    func isAwaited(in database: String) throws -> Bool {
        try !connection.run("SELECT \(waiting(in: database))").rows.isEmpty
    }

    private func waiting(in database: String) -> String {
        "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = '\(database)'"
    }
}
