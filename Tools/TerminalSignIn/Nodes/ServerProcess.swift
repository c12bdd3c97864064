import Foundation
import KeywayLog

/// A process that serves sign-ins, as those reach it that ask.
final class ServerProcess: Sendable {
    private struct State {
        var lastNumber = 0
        var waiting: [Int: @Sendable (ServerAnswer) -> Void] = [:]
        var watches: [Int: AsyncStream<Sight>.Continuation] = [:]
        var isReady = false
        var isGone = false
    }

    /// Tells the processes apart.
    let number: Int
    private let process = Process()
    private let state = Lock(State())
    /// Writes what is asked: a process that is stopped reads nothing, and its pipe may be full.
    private let asking: SerialThread<ServerRequest>
    /// Takes each report that is no answer and no sight, and each answer once more, on the thread that reads.
    private let hear: @Sendable (ServerProcess, ServerReport) -> Void

    /// - Throws: what the system says where no process can be begun.
    init(
        _ number: Int, running executable: URL, _ arguments: [String],
        hear: @escaping @Sendable (ServerProcess, ServerReport) -> Void
    ) throws {
        self.number = number
        self.hear = hear
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        asking = SerialThread { request in
            // A process that is gone reads nothing any more; whoever asked gives up by itself.
            try? input.fileHandleForWriting.write(contentsOf: Data(request.line.utf8))
        }
        try process.run()
        Thread.detachNewThread { self.read(output.fileHandleForReading) }
    }

    /// Whether it can be asked; a process that is stopped does not know that it is.
    var isReady: Bool { state.withLock { $0.isReady && !$0.isGone } }
    /// How it has ended: its exit status, or the number of the signal below 0; nil as long as it runs.
    var end: Int32? {
        guard !process.isRunning else { return nil }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    func send(_ signal: Int32) { if process.isRunning { kill(process.processIdentifier, signal) } }

    /// Asks something that has no answer.
    func tell(_ content: ServerRequest.Content) {
        asking.enqueue(ServerRequest(number: 0, content: content))
    }

    /// Asks; whoever has no answer by then takes it for unknown.
    func ask(_ content: ServerRequest.Content, waitingFor limit: Duration) async -> ServerAnswer {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if state.isGone { return nil }
                state.lastNumber += 1
                state.waiting[state.lastNumber] = { continuation.resume(returning: $0) }
                return state.lastNumber
            }
            guard let number else { return continuation.resume(returning: .unknown) }
            asking.enqueue(ServerRequest(number: number, content: content))
            Task {
                try? await Task.sleep(for: limit)
                self.settle(number, .unknown)
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
        if let number {
            asking.enqueue(ServerRequest(number: number, content: .watch(run: run)))
        } else {
            seen.finish()
        }
        return sights
    }

    private func settle(_ number: Int, _ answer: ServerAnswer) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?(answer)
    }

    // MARK: - What it tells

    private func read(_ output: FileHandle) {
        var rest: [UInt8] = []
        while true {
            let bytes = output.availableData
            if bytes.isEmpty { break }
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(rest[..<end])
                rest.removeFirst(end + 1)
                if let report = try? JSONDecoder().decode(ServerReport.self, from: line) { take(report) }
            }
        }
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
