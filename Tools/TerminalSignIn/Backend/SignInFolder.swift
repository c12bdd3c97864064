import Foundation

/// Where a sign-in is stored: the app's log, and a folder beside it for what is outside the app and outlives its processes.
struct SignInFolder: Sendable {
    /// The folder of the app's log; where the log is in a database, only the folder beside it is used.
    let log: String

    /// The folder beside the log: the servers' memory, the beginning of the clock, and the notes of begun effects.
    private var outside: URL { URL(fileURLWithPath: log + ".server", isDirectory: true) }
    var servers: URL { outside.appendingPathComponent("servers.json") }
    var beginnings: String { outside.appendingPathComponent("begun.txt").path }
    private var clock: URL { outside.appendingPathComponent("clock.txt") }

    /// Makes the folder beside the log, if need be.
    func prepare() throws {
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    }

    /// The wall clock when this folder was first used, in milliseconds since 1970: the clock of its sign-ins (`FastTime`) begins then.
    func clockBeginning(now: Int64 = FastTime.wallClock()) throws -> Int64 {
        if let text = try? String(contentsOf: clock, encoding: .utf8), let beginning = Int64(text) { return beginning }
        try Data(String(now).utf8).write(to: clock, options: .atomic)
        return now
    }
}
