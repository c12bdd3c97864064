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

    package init() {}

    /// Writes by one call, so that nobody who kills the process gets half of a line.
    package func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    package func remark(_ line: String) { Self.write(line + "\n", to: STDERR_FILENO) }

    /// Shows how far the program is, in place of what was shown before.
    package func showProgress(_ text: String) {
        if showsProgress { Self.write("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
    }

    package func endProgress() {
        if showsProgress { Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }

    package func end(with code: Int32) -> Never { exit(code) }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let step = bytes.withUnsafeBytes { platformWrite(descriptor, $0) }
            if step < 0, errno == EINTR { continue }
            if step <= 0 { return }
            bytes = bytes.dropFirst(step)
        }
    }
}

/// The system's `write`, which a method of that name hides.
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
