import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file of this machine.
struct SystemFile: OpenFile {
    /// The most bytes that one system call is asked to read or write: some systems refuse 2 GiB.
    private static let stride = 1 << 30

    private let descriptor: Descriptor

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    func size() throws(StorageFault) -> UInt64 {
        UInt64(clamping: try descriptor.status().st_size)
    }

    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        // The count may come out of a damaged file: it must not reserve memory for more than this file has.
        let size = try size()
        let count = Int(clamping: min(UInt64(clamping: count), size > offset ? size - offset : 0))
        var fault: StorageFault?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let step = repeating {
                    pread(
                        descriptor.number, buffer.baseAddress.map { $0 + done }, min(count - done, Self.stride),
                        off_t(clamping: offset) &+ off_t(done))
                }
                if step < 0 { fault = .last("read", descriptor.path) }
                // A read of 0 bytes means that the file was cut meanwhile: nothing more comes.
                if step <= 0 { break }
                done += step
            }
        }
        if let fault { throw fault }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes { buffer in
                repeating {
                    pwrite(
                        descriptor.number, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, Self.stride),
                        off_t(clamping: offset) &+ off_t(done))
                }
            }
            // A call that writes 0 bytes and reports no error would be repeated for ever, so it counts as an error.
            if step == 0 { errno = EIO }
            guard step > 0 else { throw .last("write to", descriptor.path) }
            done += step
        }
    }

    func truncate(to size: UInt64) throws(StorageFault) {
        guard repeating({ ftruncate(descriptor.number, off_t(clamping: size)) }) == 0 else {
            throw .last("truncate", descriptor.path)
        }
    }

    func flush() throws(StorageFault) {
        try descriptor.flush()
    }
}
