import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting

/// The app's backend, simulated in this process: it confirms what a provider's server has verified, and nothing else.
final class Backend: Sendable {
    /// The backend does not answer this time.
    struct Unreachable: Error {}

    /// The answer of the provider's server about a request.
    enum Status: Sendable {
        case confirmed, pending, denied
    }

    private let memory: ServerMemory
    private let pace: Pace
    /// How often the backend does not answer, in percent.
    private let silence: Int
    private let chance: Lock<SeededGenerator>
    /// A mistake that is made on purpose: whether the backend confirms what no provider has verified.
    private let trustsAnything: Bool

    init(_ memory: ServerMemory, pace: Pace, silence: Int, seed: UInt64, trustsAnything: Bool = false) {
        self.memory = memory
        self.pace = pace
        self.silence = silence
        self.trustsAnything = trustsAnything
        chance = Lock(SeededGenerator(seed: seed))
    }

    /// Makes a request for the silent way; the same key gets the same request.
    func createRequest(_ key: EffectOrder.Key) async throws -> String {
        try await answer()
        return try await memory.with { facts in
            let request = facts.requests["\(key)"] ?? "request-\(facts.requests.count + 1)"
            facts.requests["\(key)"] = request
            return request
        }
    }

    /// Asks the provider's server about the request; a confirmation is noted under the run.
    func status(of request: String, for run: RunID) async throws -> Status {
        try await answer()
        return try await memory.with { [trustsAnything] facts in
            if facts.verified.contains(request) || trustsAnything {
                facts.confirmed["\(run)", default: []].append(request)
                return .confirmed
            }
            return facts.failed.contains(request) ? .denied : .pending
        }
    }

    /// Whether the provider gave the token for this phone number; if so, that is noted under the run as a confirmation.
    func isGenuine(_ token: String, of phone: String, for run: RunID) async throws -> Bool {
        try await answer()
        return try await memory.with { [trustsAnything] facts in
            guard facts.tokens[token] == phone || trustsAnything else { return false }
            facts.confirmed["\(run)", default: []].append(token)
            return true
        }
    }

    /// Waits as long as an answer takes.
    ///
    /// - Throws: `Unreachable` in `silence` of 100 cases, drawn at random.
    private func answer() async throws {
        let (pause, isSilent) = chance.withLock { (pace.pause(by: &$0), $0.happens(percent: silence)) }
        try await pace.sleep(for: pause)
        if isSilent { throw Unreachable() }
    }
}
