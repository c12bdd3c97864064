import CRawFile

/// Batches written as they are into a file of zeros, each flushed: what no log can be faster than.
final class RawFile: BatchContestant {
    private let file: Int32
    private let batch: [UInt8]
    private var offset: UInt64 = 0

    /// `batches`: how many there will be.
    init(in folder: String, writing payloads: [[UInt8]], batches: Int) throws {
        batch = Array(payloads.joined())
        file = raw_file("\(folder)/raw", batches * batch.count)
        guard file >= 0 else { throw BenchmarkError.diskRefuses("raw file") }
    }

    deinit { raw_close(file) }

    func append() throws {
        guard raw_append(file, batch, batch.count, offset) == 0 else { throw BenchmarkError.diskRefuses("raw file") }
        offset += UInt64(batch.count)
    }
}
