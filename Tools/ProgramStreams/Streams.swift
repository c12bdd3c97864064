#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where a program writes its result, its remarks and, on a terminal, how far it is; and whether a person types.
package struct Streams: Sendable {
    /// Whether a person types.
    package let isTerminal = isatty(STDIN_FILENO) == 1
    private let showsProgress = isatty(STDERR_FILENO) == 1
    private let output: ProcessStream
    private let errors: ProcessStream

    /// A program makes its streams before it opens any file.
    package init(output: ProcessStream = .output, errors: ProcessStream = .errors) {
        StandardDescriptors.keepClosedOnesFree()
        self.output = output
        self.errors = errors
    }

    /// Writes by one call, so that nobody who kills the process gets half of a line.
    package func write(_ text: String) { output.write(text) }

    package func remark(_ line: String) { errors.write(line + "\n") }

    /// Shows how far the program is, in place of what was shown before.
    package func showProgress(_ text: String) {
        // Back to the line's beginning, and what was there is cleared.
        if showsProgress { errors.write("\r\u{1B}[K\(text)") }
    }

    package func endProgress() { showProgress("") }

    /// Ends the process; with 1 in place of 0 where a part of the result could not be written.
    package func end(with code: Int32) -> Never { exit(finalCode(code)) }

    /// The code for the process to end with, once it is remarked that a part of the result could not be written.
    package func finalCode(_ code: Int32) -> Int32 {
        guard let problem = output.problem else { return code }
        remark(problem)
        return code == 0 ? 1 : code
    }
}
