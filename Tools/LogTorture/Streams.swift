#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the program writes its result, its remarks and, on a terminal, how far it is.
struct Streams: Sendable {
    private let showsProgress = isatty(STDERR_FILENO) == 1

    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    func remark(_ line: String) { Self.write(line + "\n", to: STDERR_FILENO) }

    /// Shows how far the program is, in place of what was shown before.
    func showProgress(_ text: String) {
        if showsProgress { Self.write("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
    }

    func endProgress() {
        if showsProgress { Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }

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
