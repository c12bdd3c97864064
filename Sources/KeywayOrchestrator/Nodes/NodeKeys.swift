import KeywayCore
import KeywayLog
import KeywayRuns

/// The keys of the runs that a node has met, as its key store gives them.
final class NodeKeys: Sendable {
    /// How long the store may take for one answer: runs whose records are appended by one statement wait for each other's keys.
    private static let limit = Duration.seconds(2)
    /// The pauses before each request to the store to erase a key: one request for each pause, until one succeeds.
    private static let erasingPauses: [Duration] = [.zero, .milliseconds(100), .seconds(1)]

    private struct State {
        var sealers: [RunID: ValueSealer] = [:]
        /// How many keys are being erased.
        var erasures = 0
        /// The last keys that the store did not erase, each with its reason.
        var unerased = RunNotes<String>()
        /// How many keys the store did not erase.
        var unerasedCount = 0
    }

    private let store: any KeyStore
    private let greatestCount: Int
    private let tracer: (any Orchestrator.Tracer)?
    private let state = Lock(State())

    /// - Parameters:
    ///   - greatestCount: at so many keys in memory all are forgotten, and asked for again.
    ///   - tracer: is told of each key that could not be erased.
    init(in store: any KeyStore, atMost greatestCount: Int, tracer: (any Orchestrator.Tracer)?) {
        self.tracer = tracer
        self.store = store
        self.greatestCount = greatestCount
    }

    /// Whether keys of ended runs are still being erased.
    var isErasing: Bool { state.withLock { $0.erasures > 0 } }
    var unerased: [RunID: String] { state.withLock { $0.unerased.notes } }
    var unerasedCount: Int { state.withLock { $0.unerasedCount } }

    /// What encrypts and opens the values of these runs; nil for a run that has no key, as after it was erased.
    ///
    /// - Parameter runs: each with whether it is about to begin, and gets its key now.
    func sealers(of runs: [(run: RunID, isNew: Bool)]) async -> [RunID: Result<ValueSealer?, KeyError>] {
        var found: [RunID: Result<ValueSealer?, KeyError>] = [:]
        let known = state.withLock { state in runs.map { state.sealers[$0.run] } }
        var unknown: [(run: RunID, isNew: Bool)] = []
        for (run, sealer) in zip(runs, known) {
            if let sealer { found[run.run] = .success(sealer) } else { unknown.append(run) }
        }
        if unknown.isEmpty { return found }
        await withTaskGroup(of: (RunID, Result<ValueSealer?, KeyError>).self) { group in
            for (run, isNew) in unknown { group.addTask { (run, await self.ask(for: run, isNew: isNew)) } }
            for await (run, answer) in group { found[run] = answer }
        }
        return found
    }

    private func ask(for run: RunID, isNew: Bool) async -> Result<ValueSealer?, KeyError> {
        let answer = await Self.withLimit { [store] in
            guard isNew else { return try await store.key(of: run) }
            do { return try await store.makeKey(for: run) } catch {
                // The node may have made the key a moment ago without hearing so, as where the store answered too late.
                guard let key = try? await store.key(of: run) else { throw error }
                return key
            }
        }
        guard case .success(let key?) = answer else { return answer.map { _ in nil } }
        let sealer = ValueSealer(key)
        return .success(
            state.withLock { state in
                if let earlier = state.sealers[run] { return earlier }
                if state.sealers.count >= greatestCount { state.sealers = [:] }
                state.sealers[run] = sealer
                return sealer
            })
    }

    /// Erases the key of a run that has not begun here and never begins, if this node has got one for it.
    func eraseUnused(_ run: RunID) {
        if state.withLock({ $0.sealers[run] }) != nil { erase(run) }
    }

    /// Erases the key of a run that nobody needs any more. Where the store fails again and again, the key stays: it opens values that
    /// nobody needs.
    func erase(_ run: RunID) {
        state.withLock { state in
            state.sealers[run] = nil
            state.erasures += 1
        }
        Task.detached { [self] in
            var failure: (any Error)?
            for pause in Self.erasingPauses {
                try? await Task.sleep(for: pause)
                do {
                    try await store.eraseKey(of: run)
                    failure = nil
                    break
                } catch {
                    failure = error
                }
            }
            if let failure { tracer?.keyNotErased(of: run, because: failure) }
            state.withLock { state in
                state.erasures -= 1
                guard let failure else { return state.unerased.remove(run) }
                state.unerased.note("\(failure)", of: run)
                state.unerasedCount += 1
            }
        }
    }

    /// What the store answers; it is waited for no longer than the limit, whatever the store does.
    private static func withLimit(
        _ question: @escaping @Sendable () async throws -> (any RunKey)?
    ) async -> Result<(any RunKey)?, KeyError> {
        await withUnsafeContinuation { continuation in
            let waiting = Lock<UnsafeContinuation<Result<(any RunKey)?, KeyError>, Never>?>(continuation)
            @Sendable func give(_ answer: Result<(any RunKey)?, KeyError>) {
                let waiter = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                waiter?.resume(returning: answer)
            }
            let asking = Task.detached { () -> Result<(any RunKey)?, KeyError> in
                do { return .success(try await question()) } catch { return .failure(.unavailable("\(error)")) }
            }
            let sleep = Task.detached {
                do { try await Task.sleep(for: limit) } catch { return }
                give(.failure(.unavailable("it has not answered within \(limit)")))
                // A store that goes on with what nobody waits for comes too late for the next ones as well.
                asking.cancel()
            }
            Task.detached {
                give(await asking.value)
                sleep.cancel()
            }
        }
    }
}
