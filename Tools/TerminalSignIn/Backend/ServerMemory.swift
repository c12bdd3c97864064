import Foundation

/// What the servers know: our backend's and the providers'. No end of the app's process takes it from them.
struct ServerFacts: Codable, Equatable {
    /// Our backend's requests for the silent way, by the keys that it was asked with.
    var requests: [String: String] = [:]
    /// Whose number each token is for, as the provider says.
    var tokens: [String: String] = [:]
    /// Requests that the provider has verified.
    var verified: Set<String> = []
    /// Requests for which the provider's attempt has failed.
    var failed: Set<String> = []
    /// What our backend has confirmed to the app: the token or request, by run.
    var confirmed: [String: [String]] = [:]

    /// Whether a provider has verified the token or request.
    func isVerified(_ proof: String) -> Bool { verified.contains(proof) || tokens[proof] != nil }
}

/// The facts in a file, which is replaced whole or not at all. Several processes may ask at a time, as an app's do of a backend.
actor ServerMemory {
    private let file: URL

    /// - Throws: what the disk says, or that the file is none of ours.
    init(_ file: URL) throws {
        self.file = file
        _ = try Self.read(file)
    }

    static func read(_ file: URL) throws -> ServerFacts {
        guard FileManager.default.fileExists(atPath: file.path) else { return ServerFacts() }
        return try JSONDecoder().decode(ServerFacts.self, from: Data(contentsOf: file))
    }

    /// Asks, or changes what is known; a change is in the file when this returns.
    func with<Result: Sendable>(_ body: @Sendable (inout ServerFacts) -> Result) throws -> Result {
        // The lock ends with the descriptor, and so with the process; no program that is begun meanwhile has it.
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(lock) }
        flock(lock, LOCK_EX)
        var facts = try Self.read(file)
        let before = facts
        let result = body(&facts)
        if facts != before {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(facts).write(to: file, options: .atomic)
        }
        return result
    }
}
