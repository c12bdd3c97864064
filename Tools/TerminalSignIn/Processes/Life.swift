import Foundation
import KeywayLog

/// One of the processes in which a sign-in goes on after another, from its beginning until it is killed, stopped, or ends by itself, with
/// the lines that it writes.
final class Life: Sendable {
    /// When the process is killed or stopped.
    enum Moment: Sendable {
        /// This number of microseconds after `end(at:)` was called.
        case after(UInt64)
        /// Once it has written this many lines, or this number of seconds after `end(at:)` was called, and then so many microseconds
        /// later (the second number).
        case afterLines(Int, UInt64, orSeconds: Int)
        /// The process is to end by itself: it is killed only if it still runs this number of seconds after `end(at:)` was called.
        case ifHangingFor(Int)
    }

    /// How a process ended, or that it was stopped.
    enum End: Equatable, Sendable {
        /// The signal of `end(at:bySignal:)` killed it at the given moment, or stopped it; a stopped process is still there.
        case killed
        /// It ended with this exit code, or by a signal that `Life` did not send; the signal's number is then negative.
        case exited(Int32)
        /// It did not end in the time that it was given.
        case hung
    }

    private let process = Process()
    private let output = OutputLines()
    /// The whole lines that the process has written so far.
    private let written = Lock<[String]>([])

    /// Begins the process.
    ///
    /// - Throws: the system's error where the process cannot be begun.
    init(_ executable: URL, _ arguments: [String]) throws {
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        output.connect(process)
        try process.run()
        output.read { [written] line in written.withLock { $0.append(line) } }
    }

    /// Waits for the moment, and then kills or stops the process.
    ///
    /// - Parameter signal: SIGKILL, or SIGSTOP for a process that is to go on later.
    /// - Returns: how the process ended, and all whole lines that it wrote so far.
    func end(at moment: Moment, bySignal signal: Int32 = SIGKILL) async -> (end: End, lines: [String]) {
        // On a thread of its own, so that the kill comes in time however busy the tasks of the killing process are.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.endAndWait(at: moment, signal)) }
        }
    }

    /// Kills the process, if it is still there.
    func killNow() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Lets a process that was stopped go on after so many microseconds.
    func wake(after pause: UInt32) {
        Thread.detachNewThread {
            usleep(pause)
            kill(self.process.processIdentifier, SIGCONT)
        }
    }

    private func endAndWait(at moment: Moment, _ signal: Int32) -> (end: End, lines: [String]) {
        let begun = ContinuousClock.now
        var wanted: End?
        while wanted == nil, process.isRunning {
            let age = ContinuousClock.now - begun
            switch moment {
            case .after(let pause): if age >= .microseconds(Int64(pause)) { wanted = .killed }
            case .afterLines(let count, let pause, let seconds):
                if lines.count >= count || age > .seconds(seconds) {
                    usleep(UInt32(clamping: pause))
                    wanted = .killed
                }
            case .ifHangingFor(let seconds): if age > .seconds(seconds) { wanted = .hung }
            }
            if wanted == nil { usleep(1000) }
        }
        if wanted == .killed, signal == SIGSTOP, process.isRunning {
            kill(process.processIdentifier, SIGSTOP)
            return (.killed, lines)
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        while !output.isReadToEnd { usleep(1000) }
        let (status, isSignal) = (process.terminationStatus, process.terminationReason == .uncaughtSignal)
        // A process that ended by itself just before the signal was not killed.
        if let wanted, isSignal, status == SIGKILL { return (wanted, lines) }
        return (.exited(isSignal ? -status : status), lines)
    }

    private var lines: [String] { written.withLock { $0 } }
}
