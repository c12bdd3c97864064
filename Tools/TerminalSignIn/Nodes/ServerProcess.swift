import Dispatch
import Foundation
import KeywayLog

/// A process that serves sign-ins, as its callers see it: they write requests to its input, and it writes reports to its output.
final class ServerProcess: Sendable {
    private struct State {
        /// The number of the last request.
        var lastNumber = 0
        /// What to call with the answer to each request that is not answered yet, by the request's number.
        var waiting: [Int: @Sendable (ServerAnswer) -> Void] = [:]
        /// Where to send what is seen of a run for each request to watch it, by the request's number.
        var watches: [Int: AsyncStream<Sight>.Continuation] = [:]
        var isReady = false
        /// Whether the process has ended, so that requests get no answer any more.
        var isGone = false
    }

    /// The process's number: 1 for the first that was begun, and so on.
    let number: Int
    private let process = Process()
    private let output = OutputLines()
    private let state = Lock(State())
    private let input: FileHandle
    /// The queue on which requests are written, as a write may wait: a process that is suspended reads nothing, and its pipe may be full.
    private let writing: DispatchQueue
    /// Called with each call that a handler makes to an SDK, and with each answer, on the thread that reads the process's output.
    private let hear: @Sendable (ServerProcess, ServerReport) -> Void

    /// Begins the process.
    ///
    /// - Throws: the system's error where the process cannot be begun.
    init(
        _ number: Int, running executable: URL, _ arguments: [String],
        hear: @escaping @Sendable (ServerProcess, ServerReport) -> Void
    ) throws {
        self.number = number
        self.hear = hear
        let pipe = Pipe()
        input = pipe.fileHandleForWriting
        writing = DispatchQueue(label: "requests to server \(number)")
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = pipe
        output.connect(process)
        try process.run()
        output.read(
            { [weak self] line in
                guard let report = try? JSONDecoder().decode(ServerReport.self, from: Data(line.utf8)) else { return }
                self?.take(report)
            }, end: { [weak self] in self?.giveUpAll() })
    }

    /// Whether the process has said that it is ready, and has not ended; a process that is suspended (SIGSTOP) still counts.
    var isReady: Bool { state.withLock { $0.isReady && !$0.isGone } }
    /// Whether the process has ended, and all of its reports were handed on.
    var isHeardOut: Bool { !process.isRunning && output.isReadToEnd }
    /// How the process has ended: its exit code, or for a signal the negative number of the signal; nil as long as it runs.
    var end: Int32? {
        guard !process.isRunning else { return nil }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    func send(_ signal: Int32) { if process.isRunning { kill(process.processIdentifier, signal) } }

    /// Sends a request without waiting for an answer; the number 0 means that nobody waits.
    func tell(_ content: ServerRequest.Content) { write(content, as: 0) }

    /// Sends a request and returns its answer; `unknown` where none has come within the limit.
    func ask(_ content: ServerRequest.Content, waitingFor limit: Duration) async -> ServerAnswer {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if state.isGone { return nil }
                state.lastNumber += 1
                state.waiting[state.lastNumber] = { continuation.resume(returning: $0) }
                return state.lastNumber
            }
            guard let number else { return continuation.resume(returning: .unknown) }
            write(content, as: number)
            Task {
                try? await Task.sleep(for: limit)
                settle(number, .unknown)
            }
        }
    }

    /// What is seen of a run, each time that this changes. The stream ends with the run or the process, or after an error in the process.
    func watch(_ run: String) -> AsyncStream<Sight> {
        let (sights, seen) = AsyncStream<Sight>.makeStream()
        let number = state.withLock { state -> Int? in
            if state.isGone { return nil }
            state.lastNumber += 1
            state.watches[state.lastNumber] = seen
            return state.lastNumber
        }
        if let number { write(.watch(run: run), as: number) } else { seen.finish() }
        return sights
    }

    private func write(_ content: ServerRequest.Content, as number: Int) {
        let line = ServerRequest(number: number, content: content).line
        writing.async { [input] in
            // Writing to a process that is gone fails: whoever waits for the answer is told by `giveUpAll`.
            try? input.write(contentsOf: Data(line.utf8))
        }
    }

    /// Gives the answer to whoever waits for it; does nothing where nobody waits any more.
    private func settle(_ number: Int, _ answer: ServerAnswer) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?(answer)
    }

    /// The process is gone: whoever still waits gets the answer `unknown`, and all watches end.
    private func giveUpAll() {
        let (waiting, watches) = state.withLock { state in
            state.isGone = true
            defer { (state.waiting, state.watches) = ([:], [:]) }
            return (Array(state.waiting.values), Array(state.watches.values))
        }
        for answer in waiting { answer(.unknown) }
        for watch in watches { watch.finish() }
    }

    private func take(_ report: ServerReport) {
        switch report {
        case .ready: state.withLock { $0.isReady = true }
        case .seen(let number, let sight): _ = state.withLock { $0.watches[number] }?.yield(sight)
        case .seenLast(let number): state.withLock { $0.watches.removeValue(forKey: number) }?.finish()
        case .answered(let number, let answer):
            // The judge needs the answer also where nobody waits for it any more, because the process has acknowledged the command.
            hear(self, report)
            settle(number, answer)
        case .calls: hear(self, report)
        }
    }
}
