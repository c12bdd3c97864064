#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The program's ways to and from whoever began it.
struct Streams: Sendable {
    /// Whether a person types.
    let isTerminal = isatty(STDIN_FILENO) == 1

    /// Writes by one call, so that nobody who kills the process gets half of a line.
    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    func remark(_ line: String) { Self.write(line + "\n", to: STDERR_FILENO) }

    func end(with code: Int32) -> Never { exit(code) }

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
