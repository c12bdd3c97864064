/// A live run at rest, kept as bytes, behind their count. An array would take 16 bytes more for each run.
typealias PackedBytes = ManagedBuffer<UInt32, UInt8>

extension ManagedBuffer<UInt32, UInt8> {
    /// Copies the bytes.
    static func packing(_ bytes: [UInt8]) -> PackedBytes {
        let buffer = PackedBytes.create(minimumCapacity: bytes.count) { _ in UInt32(bytes.count) }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(from: bytes, count: bytes.count) }
        return buffer
    }

    /// A copy of the bytes.
    var unpacked: [UInt8] {
        withUnsafeMutablePointers { count, bytes in
            Array(UnsafeBufferPointer(start: bytes, count: Int(count.pointee)))
        }
    }
}
