import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Surroundings {
    /// What this process has around it.
    static func current() -> Surroundings {
        // Without this the system ends the process in the middle of a run when the reader of its output has gone.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let wantsColor = (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
        let watches = isatty(STDERR_FILENO) == 1
        let console = Console(
            write: { Stream.output.write($0) }, remark: { Stream.errors.write($0 + "\n") },
            // Back to the line's beginning, and what was there is cleared.
            showProgress: { if watches { Stream.errors.write("\r\u{1B}[K" + $0) } }, isTerminal: isTerminal,
            width: isTerminal ? terminalWidth : nil, showsColor: isTerminal && wantsColor)
        return Surroundings(
            console: console, workingDirectory: workingDirectory, temporaryFolder: environment("TMPDIR") ?? "/tmp",
            readLine: { Swift.readLine() },
            readInput: { (greatestSize: Int) throws(CallRefusal) in try StandardInput.read(upTo: greatestSize) },
            isInterrupted: { Interruption.hasCome }, megabytes: { greatestMegabytes })
    }

    /// How many characters a line of the terminal has that standard output goes to; nil where it does not say.
    private static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static var greatestMegabytes: Int? {
        var usage = rusage()
        // `ru_maxrss` counts bytes on Apple's platforms, and kilobytes on others.
        #if canImport(Glibc)
            return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss >> 10 : nil
        #elseif canImport(Darwin)
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) >> 20 : nil
        #else
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) >> 10 : nil
        #endif
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

/// What the process was given to read; a command may ask for it twice.
private enum StandardInput {
    private static let known = Lock<[UInt8]?>(nil)

    static func read(upTo greatestSize: Int) throws(CallRefusal) -> [UInt8] {
        if let bytes = known.withLock({ $0 }) { return bytes }
        let bytes = try FileAccess.bytes(ofOpen: STDIN_FILENO, "standard input", upTo: greatestSize)
        known.withLock { $0 = bytes }
        return bytes
    }
}

/// Whether Ctrl-C was pressed, for a command that has something to tell before it ends.
private enum Interruption {
    /// Nothing but a signal handler writes it, and it is one word.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0

    private static let isWatched: Bool = {
        signal(SIGINT) { number in
            Interruption.flag = 1
            // A second Ctrl-C ends the process at once.
            signal(number, SIG_DFL)
        }
        return true
    }()

    static var hasCome: Bool { isWatched && flag != 0 }
}

/// Ends the process; a result that could not be written is a problem.
func end(with code: ExitCode) -> Never {
    if code == .fine, let number = Stream.output.failure {
        Stream.errors.write("standard output: cannot write to it: \(words(for: number))\n")
        exit(ExitCode.problem.rawValue)
    }
    exit(code.rawValue)
}

/// One of the streams that the process was started with.
private final class Stream: Sendable {
    static let output = Stream(STDOUT_FILENO)
    static let errors = Stream(STDERR_FILENO)

    private let descriptor: Int32
    private let failedWith = Lock<Int32>(0)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The system's number for why a part was not written; nil also where only the reader has gone away.
    var failure: Int32? {
        let number = failedWith.withLock { $0 }
        return number == 0 || number == EPIPE ? nil : number
    }

    /// Writes all of the text; after a failure nothing more is written.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, failedWith.withLock({ $0 }) == 0 {
            let count = bytes.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                let number = errno
                failedWith.withLock { $0 = number }
            }
        }
    }
}

/// The system's `write`, under a name by which types with a method `write` can call it.
func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// The system's words for an error number.
func words(for number: Int32) -> String { String(cString: strerror(number)) }
