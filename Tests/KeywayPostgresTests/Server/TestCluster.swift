import Foundation

/// A cluster of PostgreSQL in a temporary folder, which listens on a socket in that folder and nowhere else.
struct TestCluster: Sendable {
    private let folder: URL

    var address: String { "host=\(folder.path) user=keyway dbname=postgres" }

    /// Makes and starts a cluster; nil where the programs for it are missing, or the user is root, whom they refuse.
    static func make() -> TestCluster? {
        guard geteuid() != 0 else { return nil }
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-\(getpid())")
        let data = folder.appending(path: "data").path
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let cluster = TestCluster(folder: folder)
        guard run("initdb", "-D", data, "-A", "trust", "-U", "keyway"),
            run(
                "pg_ctl", "-D", data, "-w", "-l", folder.appending(path: "log").path, "-o",
                "-k '\(folder.path)' -c listen_addresses='' -c max_connections=200", "start")
        else {
            cluster.remove()
            return nil
        }
        return cluster
    }

    func remove() {
        _ = Self.run("pg_ctl", "-D", folder.appending(path: "data").path, "-m", "immediate", "stop")
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ program: String, _ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
