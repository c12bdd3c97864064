import Foundation
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

/// The server that the tests use: the one that `KEYWAY_POSTGRES` names, or one that is made for this process of tests.
final class TestServer: Sendable {
    /// Nil where there is none; then `reason` says why.
    static let shared: TestServer? = found.server
    static let reason: Comment = Comment(rawValue: found.reason)

    private static let found: (server: TestServer?, reason: String) = {
        guard Connection.isAvailable else { return (nil, "the package was built without its trait Postgres") }
        // When the process ends, what the server was given is removed.
        atexit { TestServer.shared?.cleanUp() }
        if let address = ProcessInfo.processInfo.environment["KEYWAY_POSTGRES"] {
            return (TestServer(address: address, cluster: nil), "")
        }
        guard let cluster = TestCluster.make() else {
            return (
                nil,
                "no PostgreSQL here: set KEYWAY_POSTGRES to the address of a server whose user may make databases, or install "
                    + "initdb and postgres and be another user than root"
            )
        }
        return (TestServer(address: cluster.address, cluster: cluster), "")
    }()

    /// A connection string in the form of keywords; a database's name is put behind it.
    private let address: String
    private let cluster: TestCluster?
    /// The databases that this process has made.
    private let made = Lock<[String]>([])

    private init(address: String, cluster: TestCluster?) {
        self.address = address
        self.cluster = cluster
    }

    /// Whether the server was made for tests, which may change its settings: `.ci/with-postgres` says so by a command that restarts it.
    var isOurs: Bool { cluster != nil || ProcessInfo.processInfo.environment["KEYWAY_POSTGRES_RESTART"] != nil }

    /// The address of a database of this server.
    func address(of database: String) -> String {
        guard address.contains("://") else { return "\(address) dbname=\(database)" }
        guard var parts = URLComponents(string: address) else { return address }
        parts.path = "/\(database)"
        return parts.string ?? address
    }

    /// The address of a database, for a session that has the rights of another role only.
    func address(of database: String, withRightsOf role: String) -> String {
        let address = address(of: database)
        guard address.contains("://") else { return "\(address) options='-c role=\(role)'" }
        guard var parts = URLComponents(string: address) else { return address }
        parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "options", value: "-c role=\(role)")]
        return parts.string ?? address
    }

    /// Makes a database of its own for the caller, with the tables of an empty log unless it is to be quite empty.
    func makeDatabase(withTables: Bool = true) throws -> String {
        let name = "keyway_test_\(UInt64.random(in: 0 ... .max))"
        try connection(to: nil).run("CREATE DATABASE \(name)")
        if withTables { try connection(to: name).runScript(PostgresDatabase.schema) }
        made.withLock { $0.append(name) }
        return name
    }

    /// A connection to a database; nil is the one that the server's own address names.
    func connection(to database: String?) throws -> Connection {
        let address = database.map { self.address(of: $0) } ?? self.address
        let parsed = try #require(ConnectionAddress(address, preparesStatements: false))
        return try Connection(to: parsed, before: .after(.seconds(10)))
    }

    /// A log's database, as an app opens it.
    func database(
        _ name: String, label: String = "test", lease: Duration = .seconds(2), answerLimit: Duration = .seconds(10)
    ) throws -> PostgresDatabase {
        try PostgresDatabase(address(of: name), label: label, lease: lease, answerLimit: answerLimit)
    }

    /// Ends all connections to a database by force, as a server does that is shut down.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func cutConnections(to database: String) throws -> Int {
        try connection(to: nil).run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'"
        ).rows.count
    }

    /// Ends the connections to a database at random moments, until the test is over.
    ///
    /// So many times and no more: on a busy machine nothing else would ever be done.
    /// - Returns: how many there were.
    func cutConnections(to database: String, until isOver: Lock<Bool>) async throws -> Int {
        var count = 0
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<60 where !isOver.withLock({ $0 }) {
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...60, using: &generator)))
            count += try cutConnections(to: database)
        }
        return count
    }

    /// Removes the databases that were made.
    fileprivate func cleanUp() {
        if let cluster { return cluster.remove() }
        for name in made.withLock({ $0 }) {
            _ = try? connection(to: nil).run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        }
    }
}

extension Connection {
    /// Runs one statement of a test.
    @discardableResult
    func run(_ text: String) throws -> QueryResult {
        return try perform(Statement(text), before: .after(.seconds(30)))
    }

    /// Runs several statements, each ended by `;` at the end of a line. What stands between two `$$` is of one statement.
    func runScript(_ script: String) throws {
        var statement = ""
        for line in script.components(separatedBy: ";\n") {
            statement += line
            guard statement.components(separatedBy: "$$").count % 2 == 1 else {
                statement += ";\n"
                continue
            }
            if statement.contains(where: \.isLetter) { try run(statement) }
            statement = ""
        }
    }
}
