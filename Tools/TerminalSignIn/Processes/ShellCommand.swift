import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A command of the shell that may leave programs running, such as one that restarts a database.
///
/// Foundation's `Process` cannot be used: it waits for the end of all programs that the command has begun, and the database does not end.
struct ShellCommand {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Runs the command, and waits for its end on a thread of its own.
    ///
    /// - Returns: whether the command exited with 0.
    func perform() async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: performAndWait()) }
        }
    }

    private func performAndWait() -> Bool {
        let words = ["sh", "-c", text + " >/dev/null 2>&1 </dev/null"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var (process, status): (pid_t, Int32) = (0, 0)
        guard posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ) == 0 else { return false }
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }
}
