import Foundation

/// A cluster of PostgreSQL in a folder of its own, which listens on a socket in that folder and nowhere else.
struct TestCluster: Sendable {
    private let folder: URL
    /// The server itself. It is no child of `pg_ctl start`: Foundation waits for the end of all programs that a program leaves running.
    private let server = Process()

    /// For how many seconds the server may start.
    private static let patience = 60

    var address: String { "host=\(folder.path) user=keyway dbname=postgres" }

    /// Whether the programs for it are here, and the user is not root, whom they refuse.
    static var canBeMade: Bool {
        geteuid() != 0 && ["initdb", "postgres", "pg_isready"].allSatisfy { run($0, "--version") }
    }

    /// The data lies in memory where the system has such a folder, so that no test waits for a disk that others use too.
    private static var place: URL {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory)
            ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    }

    /// Makes and starts a cluster; nil where it cannot be made.
    static func make() -> TestCluster? {
        guard canBeMade else { return nil }
        let folder = place.appending(path: "keyway-\(UUID().uuidString.prefix(8))")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let cluster = TestCluster(folder: folder)
        guard run("initdb", "-D", cluster.data, "-A", "trust", "-U", "keyway"), cluster.start() else {
            cluster.remove()
            return nil
        }
        return cluster
    }

    private init(folder: URL) {
        self.folder = folder
    }

    private var data: String { folder.appending(path: "data").path }

    /// Starts the server; returns whether it answers.
    private func start() -> Bool {
        let words = ["-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "max_connections=200"]
        Self.prepare(server, ["postgres"] + words)
        guard (try? server.run()) != nil else { return false }
        let end = ContinuousClock.now + .seconds(Self.patience)
        while server.isRunning, ContinuousClock.now < end {
            if Self.run("pg_isready", "-h", folder.path, "-U", "keyway") { return true }
            usleep(50_000)
        }
        return false
    }

    func remove() {
        if server.isRunning {
            // Ends it at once; it need not keep what it has. Foundation's waiting needs other threads, and the process may be at its end.
            kill(server.processIdentifier, SIGQUIT)
            while waitpid(server.processIdentifier, nil, 0) < 0, errno == EINTR {}
        }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ program: String, _ arguments: String...) -> Bool {
        let process = Process()
        prepare(process, [program] + arguments)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Has the process run the command, whose first word is a program, and say nothing.
    private static func prepare(_ process: Process, _ command: [String]) {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
    }
}
