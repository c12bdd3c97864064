import Dispatch
import Foundation
import KeywayLog

/// A process that serves sign-ins, as its callers see it: they write requests to its input, and it writes reports.
final class ServerProcess: Sendable {
    private struct State {
        var lastNumber = 0
        var waiting: [Int: @Sendable (ServerAnswer) -> Void] = [:]
        var watches: [Int: AsyncStream<Sight>.Continuation] = [:]
        var isReady = false
        /// Whether it has ended: nothing that it is asked has an answer any more.
        var isGone = false
    }

    /// Tells the processes apart.
    let number: Int
    private let process = Process()
    private let output = OutputLines()
    private let state = Lock(State())
    private let input: FileHandle
    /// Writes the requests: a process that is stopped reads nothing, and its pipe may be full.
    private let writing: DispatchQueue
    /// Takes each call of an SDK and each answer, on the thread that reads.
    private let hear: @Sendable (ServerProcess, ServerReport) -> Void

    /// - Throws: what the system says where no process can be begun.
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

    /// Whether it has said that it is ready, and has not ended; one that is stopped still counts.
    var isReady: Bool { state.withLock { $0.isReady && !$0.isGone } }
    /// Whether it has ended, and all that it told was heard.
    var isHeardOut: Bool { !process.isRunning && output.isWhole }
    /// How it has ended: its exit status, or the number of the signal below 0; nil as long as it runs.
    var end: Int32? {
        guard !process.isRunning else { return nil }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    func send(_ signal: Int32) { if process.isRunning { kill(process.processIdentifier, signal) } }

    /// Sends a request; nobody waits for an answer, if one comes.
    func tell(_ content: ServerRequest.Content) { write(content, as: 0) }

    /// Asks; without an answer by then it is unknown whether anything has happened.
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

    /// Where a run is from now on; the stream ends with the run, with the process, or where the process cannot tell.
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
            // A process that is gone reads nothing any more; whoever asked gives up by itself.
            try? input.write(contentsOf: Data(line.utf8))
        }
    }

    private func settle(_ number: Int, _ answer: ServerAnswer) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?(answer)
    }

    /// The process is gone: everybody who still waits is answered that nothing is known, and all watches end.
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
            // What comes after nobody waits any more was acknowledged all the same.
            hear(self, report)
            settle(number, answer)
        case .calls: hear(self, report)
        }
    }
}
