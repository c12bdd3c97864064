import Foundation

/// Where a sign-in lives: the app's log, and beside it what its process's end does not take.
struct SignInFolder: Sendable {
    /// The folder of the app's log, where it lies in one.
    let log: String

    /// What is not the app's: the servers' memory, the clock, and the beginnings of effects.
    private var outside: URL { URL(fileURLWithPath: log + ".server", isDirectory: true) }
    var servers: URL { outside.appendingPathComponent("servers.json") }
    var beginnings: String { outside.appendingPathComponent("begun.txt").path }
    private var clock: URL { outside.appendingPathComponent("clock.txt") }

    /// Makes the folder beside the log, if need be.
    func prepare() throws {
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    }

    /// When the clock of this folder was right, in milliseconds since 1970: from then on it may run faster than the wall's.
    func clockBeginning(now: Int64 = FastTime.wallClock()) throws -> Int64 {
        if let text = try? String(contentsOf: clock, encoding: .utf8), let beginning = Int64(text) { return beginning }
        try Data(String(now).utf8).write(to: clock, options: .atomic)
        return now
    }
}
