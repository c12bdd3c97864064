#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where a program writes: the result to standard output, remarks and, on a terminal, its progress to standard error.
///
/// Nothing that goes to standard error has a password of a database in it, even where the program repeats an argument with which it was
/// called, such as the database's address.
package struct Streams: Sendable {
    /// Whether standard input is a terminal, at which a person types.
    package let inputIsTerminal = isatty(STDIN_FILENO) == 1
    private let showsProgress = isatty(STDERR_FILENO) == 1
    private let output: ProcessStream
    private let errors: ProcessStream

    /// Call it before the program opens any file. If a standard descriptor is closed, the system would give its number to the next file,
    /// and the program's output would go into that file: this call keeps it from that.
    package init(output: ProcessStream = .standardOutput, errors: ProcessStream = .standardError) {
        StandardDescriptors.fillClosedOnes()
        self.output = output
        self.errors = errors
    }

    /// Writes to standard output. Where the system takes the whole text in one call, a process that is killed leaves no half line.
    package func write(_ text: String) { output.write(text) }

    /// Writes a line to standard error.
    package func remark(_ line: String) { errors.write(line.withoutPasswords + "\n") }

    /// Shows how far the program has got, in place of what was shown before.
    package func showProgress(_ text: String) {
        // The terminal's codes for going back to the beginning of the line and clearing it.
        if showsProgress { errors.write("\r\u{1B}[K\(text.withoutPasswords)") }
    }

    /// Clears the line that shows the progress.
    package func endProgress() { showProgress("") }

    /// Ends the process with `finalCode` of this code.
    package func end(with code: Int32) -> Never { exit(finalCode(code)) }

    /// The code for the process to end with: 1 in place of 0 where a part of the result could not be written to standard output, unless
    /// its reader has gone away (`EPIPE`). A remark then says why. What could not be written to standard error is told nowhere.
    package func finalCode(_ code: Int32) -> Int32 {
        guard let problem = output.problem else { return code }
        remark(problem)
        return code == 0 ? 1 : code
    }
}
