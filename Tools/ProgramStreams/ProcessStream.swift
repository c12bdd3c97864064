import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard output or standard error; it remembers the first error that kept a part of a text from being written.
package final class ProcessStream: Sendable {
    /// What one call of the system's `write` came to.
    package enum WriteResult: Sendable {
        /// How many bytes were written, at least one.
        case wrote(Int)
        /// Nothing was written; the system's error number says why.
        case failed(Int32)
    }

    package static let standardOutput = ProcessStream(STDOUT_FILENO, named: "standard output")
    package static let standardError = ProcessStream(STDERR_FILENO, named: "standard error")

    private let name: String
    private let writeOnce: @Sendable (UnsafeRawBufferPointer) -> WriteResult
    /// The system's error number of the first failure; nil while there was none.
    private let failedWith = Lock<Int32?>(nil)

    package convenience init(_ descriptor: Int32, named name: String) {
        self.init(named: name) { bytes in
            let count = posixWrite(descriptor, bytes.baseAddress, bytes.count)
            // A call that writes nothing and sets no error would be repeated for ever, so it counts as one that failed.
            return count > 0 ? .wrote(count) : .failed(count < 0 ? errno : EIO)
        }
    }

    /// - Parameter writeOnce: called in place of the system's `write`.
    package init(named name: String, writeOnce: @escaping @Sendable (UnsafeRawBufferPointer) -> WriteResult) {
        self.name = name
        self.writeOnce = writeOnce
    }

    /// Writes all of the text: by one call of the system's `write` where that call writes all bytes, else by as many as it takes.
    ///
    /// After a failure nothing more is ever written.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, failedWith.withLock({ $0 }) == nil {
            switch bytes.withUnsafeBytes(writeOnce) {
            case .wrote(let count): bytes = bytes.dropFirst(count)
            case .failed(EINTR): continue
            case .failed(let number): failedWith.withLock { $0 = number }
            }
        }
    }

    /// Why a part was not written, as a sentence.
    ///
    /// Nil where all was written, and where the reader has gone away (`EPIPE`), as `head` does once it has enough.
    package var problem: String? {
        guard let number = failedWith.withLock({ $0 }), number != EPIPE else { return nil }
        return "\(name): cannot write to it: \(systemMessage(for: number))"
    }
}

/// The system's `write`, for types that have a method `write` of their own: inside them the name `write` means the method.
package func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// What the system says of one of its error numbers.
package func systemMessage(for number: Int32) -> String { String(cString: strerror(number)) }
