import Foundation
import KeywayLog

/// The processes that serve, as a load balancer sees them: which have ended is known, and which are stopped is not.
final class Servers: Sendable {
    private struct State {
        /// The process that was begun last in each place: there is a place for each of the processes that serve at a time.
        var servers: [ServerProcess?]
        /// How many processes were begun.
        var begun = 0
        /// Answers and what watches have seen, as lines for the judge. The writer of an answer is 0, that of a watch its number.
        var told: [(line: String, writer: Int)] = []
        /// How many watches were begun.
        var watches = 0
        /// What to call with each call of a device's SDKs, by the device.
        var phones: [String: @Sendable (SDKCall, CallPlace, ServerProcess) -> Void] = [:]
        /// The sentences of `broken` answers, which must never come.
        var broken: [String] = []
    }

    private let executable: URL
    private let arguments: [String]
    private let state: Lock<State>

    /// - Parameter count: how many processes serve at a time.
    init(_ count: Int, running executable: URL, _ arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
        state = Lock(State(servers: Array(repeating: nil, count: count)))
    }

    // MARK: - Processes

    /// Begins a process in a place that is empty, or whose process has ended.
    func begin(_ place: Int) throws {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let begun = try ServerProcess(
            number, running: executable, arguments + ["--seed", "\(number)"],
            hear: { [weak self] in self?.hear($1, from: $0) })
        state.withLock { $0.servers[place] = begun }
    }

    subscript(place: Int) -> ServerProcess? { state.withLock { $0.servers[place] } }

    /// The processes that were begun last in their places; some may have ended.
    var all: [ServerProcess] { state.withLock { $0.servers.compactMap { $0 } } }

    /// How many processes were begun.
    var begun: Int { state.withLock { $0.begun } }

    /// A random process that takes requests; waits until there is one. Nil where the task is cancelled.
    func any() async -> ServerProcess? {
        while !Task.isCancelled {
            if let server = all.filter(\.isReady).randomElement() { return server }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    // MARK: - Phones

    /// From now on `take` is called with each call that handlers make of this device's SDKs.
    func connect(_ device: String, _ take: @escaping @Sendable (SDKCall, CallPlace, ServerProcess) -> Void) {
        state.withLock { $0.phones[device] = take }
    }

    /// Asks some process, and then others with the same request, until one of them has an answer.
    ///
    /// - Parameter isWanted: whether the answer still matters; asked before each attempt.
    /// - Returns: nil where the answer is no longer wanted, or the task is cancelled.
    func ask(_ content: ServerRequest.Content, while isWanted: () -> Bool = { true }) async -> ServerAnswer? {
        while isWanted(), let server = await any() {
            let answer = await server.ask(content, waitingFor: .seconds(4))
            switch answer {
            case .unknown, .notNow: try? await Task.sleep(for: .milliseconds(.random(in: 20...200)))
            case .decided, .taken, .meaningless, .broken: return answer
            }
        }
        return nil
    }

    /// What is seen of the run, each time that this changes, until the run has ended. Where a process ends, another one is asked.
    func sights(of run: String) -> AsyncStream<Sight> {
        let (sights, seen) = AsyncStream<Sight>.makeStream()
        let task = Task {
            while let server = await any() {
                let watch = state.withLock { state in
                    state.watches += 1
                    return state.watches
                }
                for await sight in server.watch(run) {
                    note(sight, of: run, by: watch)
                    seen.yield(sight)
                    if sight.isOver { return seen.finish() }
                }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        seen.onTermination = { _ in task.cancel() }
        return sights
    }

    // MARK: - What is told

    private func hear(_ report: ServerReport, from server: ServerProcess) {
        switch report {
        case .calls(let call, let device, let place):
            state.withLock { $0.phones[device] }?(call, place, server)
        case .answered(_, .taken(let run?)): note("heard \(run)", by: 0)
        case .answered(_, .decided(let run, let id, let command, let isAccepted)):
            note("answered \(run) \(id) \(isAccepted ? "accepted" : "rejected") \(command)", by: 0)
        case .answered(_, .broken(let sentence)): state.withLock { $0.broken.append(sentence) }
        case .answered, .ready, .seen, .seenLast: break
        }
    }

    /// Notes the states that a watch has seen, for the judge. The states of one watch are in the order of the log.
    private func note(_ sight: Sight, of run: String, by watch: Int) {
        note("shown \(run) - \(sight.state)", by: watch)
        for (way, state) in sight.ways { note("shown \(run) \(way) \(state)", by: watch) }
    }

    private func note(_ line: String, by writer: Int) {
        state.withLock { $0.told.append((line, writer)) }
    }

    /// Answers and what watches have seen so far, as lines for the judge with their writers (`Heard.take(_:of:)`).
    var told: [(line: String, writer: Int)] { state.withLock { $0.told } }

    /// The sentences of the `broken` answers so far, which must never come.
    var broken: [String] { state.withLock { $0.broken } }
}
