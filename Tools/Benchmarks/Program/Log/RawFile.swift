import CRawFile

/// Writes batches as they are over a file of zeros, and flushes each: no log in a file can be faster.
final class RawFile: BatchContestant {
    /// The file's descriptor.
    private let file: Int32
    /// The bytes of each batch.
    private let batch: [UInt8]
    /// Where in the file the next batch goes.
    private var offset: UInt64 = 0

    /// `batches`: how many batches are going to be written, for the file is made as large as all of them.
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
