import Foundation
import KeywayLog

/// The processes that serve, as a load balancer reaches them: it knows who is gone, and not who is stopped.
final class Servers: Sendable {
    private struct State {
        var servers: [ServerProcess?]
        /// How many processes there were.
        var count = 0
        /// What answers and sights have told, for the judge: answers as the teller 0, sights by the number of their watch.
        var told: [(line: String, teller: Int)] = []
        var watches = 0
        var phones: [String: @Sendable (SDKCall, CallPlace, ServerProcess) -> Void] = [:]
        /// Answers that must not come.
        var broken: [String] = []
    }

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

    /// The processes that were begun last, each in its place.
    var all: [ServerProcess] { state.withLock { $0.servers.compactMap { $0 } } }

    /// How many processes were begun.
    var begun: Int { state.withLock { $0.count } }

    /// A process that can be asked, whichever; it waits until there is one. Nil where the task is cancelled.
    func any() async -> ServerProcess? {
        while !Task.isCancelled {
            if let server = all.filter(\.isReady).randomElement() { return server }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    // MARK: - Phones

    /// From now on the calls of SDKs that handlers make reach this phone.
    func connect(_ device: String, _ take: @escaping @Sendable (SDKCall, CallPlace, ServerProcess) -> Void) {
        state.withLock { $0.phones[device] = take }
    }

    /// Asks any process, and another one where nothing is known, under the same identity, until there is an answer.
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

    /// Where the run is, as any processes tell one after the other, until it has ended.
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

    /// Each watch tells for itself, in the order of the log.
    private func note(_ sight: Sight, of run: String, by watch: Int) {
        note("shown \(run) - \(sight.state)", by: watch)
        for (way, state) in sight.ways { note("shown \(run) \(way) \(state)", by: watch) }
    }

    private func note(_ line: String, by teller: Int) {
        state.withLock { $0.told.append((line, teller)) }
    }

    /// What answers and sights have told so far.
    var told: [(line: String, teller: Int)] { state.withLock { $0.told } }

    /// The answers so far that must not come, one sentence each.
    var broken: [String] { state.withLock { $0.broken } }
}
