import KeywayLog
import ProgramStreams

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Surroundings {
    /// The surroundings of this process.
    static func current() -> Surroundings {
        // Without this line the system ends the process, in the middle of a run, when nobody reads its output any more.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let wantsColor = (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
        let streams = Streams()
        let console = Console(
            write: { streams.write($0) }, remark: { streams.remark($0) }, showProgress: { streams.showProgress($0) },
            isTerminal: isTerminal, width: isTerminal ? terminalWidth : nil, showsColor: isTerminal && wantsColor)
        // An empty TMPDIR counts as none, as it does for a shell.
        let temporaryFolder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        return Surroundings(
            console: console, workingDirectory: workingDirectory, temporaryFolder: temporaryFolder,
            readLine: { Swift.readLine() },
            readInput: { (greatestSize: Int) throws(CallRefusal) in try StandardInput.read(upTo: greatestSize) },
            isInterrupted: { Interruption.hasCome }, megabytes: { greatestMegabytes },
            build: { ProgramBuild.mark })
    }

    /// How many characters a line of the terminal has that standard output goes to; nil where it does not say.
    private static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The most memory that the process has used so far, in megabytes.
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
    /// Only the signal handler writes the flag, and a `sig_atomic_t` is read and written whole: so no lock is needed.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0

    /// False where the process ignores Ctrl-C, as whoever started it wants.
    private static let isWatched: Bool = {
        let earlier = signal(SIGINT) { number in
            Interruption.flag = 1
            // A second Ctrl-C ends the process at once.
            signal(number, SIG_DFL)
        }
        // A process that was started with the signal ignored, as by a shell's `keyway ... &`, is not the one that Ctrl-C means.
        guard unsafeBitCast(earlier, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
            signal(SIGINT, SIG_IGN)
            return false
        }
        return true
    }()

    static var hasCome: Bool { isWatched && flag != 0 }
}
