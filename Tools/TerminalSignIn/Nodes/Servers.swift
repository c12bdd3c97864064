import Foundation
import KeywayLog

/// The processes that serve, as a load balancer reaches them: it knows which are gone, but not which are stopped.
final class Servers: Sendable {
    private struct State {
        /// For each place the process that was begun last in it.
        var servers: [ServerProcess?]
        /// How many processes were begun.
        var count = 0
        /// What answers and watches have told, as lines for the judge: an answer's teller is 0, a watch's teller is its number.
        var told: [(line: String, teller: Int)] = []
        /// How many watches were begun.
        var watches = 0
        /// For each device what takes the calls of its SDKs.
        var phones: [String: @Sendable (SDKCall, CallPlace, ServerProcess) -> Void] = [:]
        /// The sentences of `broken` answers, which must never come.
        var broken: [String] = []
    }

    /// How many processes serve at a time.
    let count: Int
    private let executable: URL
    private let arguments: [String]
    private let state: Lock<State>

    init(_ count: Int, running executable: URL, _ arguments: [String]) {
        self.count = count
        self.executable = executable
        self.arguments = arguments
        state = Lock(State(servers: Array(repeating: nil, count: count)))
    }

    // MARK: - Processes

    /// Begins a process in the place of one that is gone.
    func begin(_ place: Int) throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
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
    var begun: Int { state.withLock { $0.count } }

    /// Some process that can be asked; waits until there is one. Nil where the task is cancelled.
    func any() async -> ServerProcess? {
        while !Task.isCancelled {
            if let server = all.filter(\.isReady).randomElement() { return server }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    // MARK: - Phones

    /// Lets the calls that handlers make of the SDKs of this device reach its phone from now on.
    func connect(_ device: String, _ take: @escaping @Sendable (SDKCall, CallPlace, ServerProcess) -> Void) {
        state.withLock { $0.phones[device] = take }
    }

    /// Asks some process, and then others with the same request, until one of them has an answer.
    ///
    /// - Parameter isWanted: whether the answer still matters.
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

    /// Where the run is, each time that this changes, until the run has ended; where a process ends, another one is asked.
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

    /// Notes for the judge the states that a watch has shown: those of one watch are in the order of the log.
    private func note(_ sight: Sight, of run: String, by watch: Int) {
        note("shown \(run) - \(sight.state)", by: watch)
        for (way, state) in sight.ways { note("shown \(run) \(way) \(state)", by: watch) }
    }

    private func note(_ line: String, by teller: Int) {
        state.withLock { $0.told.append((line, teller)) }
    }

    /// What answers and watches have told so far, as lines for the judge with their tellers.
    var told: [(line: String, teller: Int)] { state.withLock { $0.told } }

    /// The answers so far that must not come, one sentence each.
    var broken: [String] { state.withLock { $0.broken } }
}
