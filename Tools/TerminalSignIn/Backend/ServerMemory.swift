import Foundation

/// What the app's backend and the providers' servers know; it outlives each process of the app.
struct ServerFacts: Codable, Equatable {
    /// The backend's requests for the silent way, by the keys of the orders that asked for them.
    var requests: [String: String] = [:]
    /// The tokens that providers gave, each with the phone number that it proves.
    var tokens: [String: String] = [:]
    /// Requests that the provider has verified.
    var verified: Set<String> = []
    /// Requests for which the provider's attempt has failed.
    var failed: Set<String> = []
    /// What the backend has confirmed to the app: the tokens and requests of each run.
    var confirmed: [String: [String]] = [:]

    /// Whether a provider has verified the token or request.
    func isVerified(_ proof: String) -> Bool { verified.contains(proof) || tokens[proof] != nil }
}

/// The servers' facts in a file, which is replaced whole or not at all. Several processes may read and change the file at the same time.
actor ServerMemory {
    private let file: URL

    /// - Throws: an error of the disk, or `DecodingError` where the file does not have facts.
    init(_ file: URL) throws {
        self.file = file
        _ = try Self.read(file)
    }

    static func read(_ file: URL) throws -> ServerFacts {
        guard FileManager.default.fileExists(atPath: file.path) else { return ServerFacts() }
        return try JSONDecoder().decode(ServerFacts.self, from: Data(contentsOf: file))
    }

    /// Hands the facts to the body, which may change them; a change is in the file when this returns.
    func with<Result: Sendable>(_ body: @Sendable (inout ServerFacts) -> Result) throws -> Result {
        // The lock ends when the descriptor is closed, at the latest with the process. Programs that this process begins do not inherit it.
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
