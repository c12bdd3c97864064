import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A stream that the process was started with, which remembers why a part could not be written.
package final class ProcessStream: Sendable {
    /// What one call of the system's `write` came to.
    package enum Attempt: Sendable {
        /// So many bytes were written, at least one.
        case wrote(Int)
        /// Nothing was written; the system's number says why.
        case failed(Int32)
    }

    package static let output = ProcessStream(STDOUT_FILENO, named: "standard output")
    package static let errors = ProcessStream(STDERR_FILENO, named: "standard error")

    private let name: String
    private let attempt: @Sendable (UnsafeRawBufferPointer) -> Attempt
    private let failedWith = Lock<Int32?>(nil)

    package convenience init(_ descriptor: Int32, named name: String) {
        self.init(named: name) { bytes in
            let count = posixWrite(descriptor, bytes.baseAddress, bytes.count)
            return count > 0 ? .wrote(count) : .failed(count < 0 ? errno : EIO)
        }
    }

    /// - Parameter attempt: in place of the system's `write`.
    package init(named name: String, attempt: @escaping @Sendable (UnsafeRawBufferPointer) -> Attempt) {
        self.name = name
        self.attempt = attempt
    }

    /// Writes all of the text, by one call where the system takes it whole; after a failure nothing more is written.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, failedWith.withLock({ $0 }) == nil {
            switch bytes.withUnsafeBytes(attempt) {
            case .wrote(let count): bytes = bytes.dropFirst(count)
            case .failed(EINTR): continue
            case .failed(let number): failedWith.withLock { $0 = number }
            }
        }
    }

    /// Why a part was not written, as a sentence; nil where all was, and where only the reader has gone away.
    package var problem: String? {
        guard let number = failedWith.withLock({ $0 }), number != EPIPE else { return nil }
        return "\(name): cannot write to it: \(systemMessage(for: number))"
    }
}

/// The system's `write`, under a name by which types with a method `write` can call it.
package func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// What the system says of one of its error numbers.
package func systemMessage(for number: Int32) -> String { String(cString: strerror(number)) }
