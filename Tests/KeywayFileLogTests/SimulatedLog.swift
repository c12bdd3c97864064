import KeywayCore
import KeywayFileLog
import KeywayLog
import SimulatedDisk
import Testing

extension SimulatedDisk {
    /// A disk with these files in a folder, flushed.
    convenience init(folder: String = "log", _ files: [String: [UInt8]], seed: UInt64 = 1) {
        self.init(chance: Seeded(seed))
        for (name, bytes) in files { write(bytes, to: folder + "/" + name) }
    }

    /// What is in the log's folder and is no lock file.
    var logFiles: [String: [UInt8]] { contents(of: "log").filter { !$0.key.hasSuffix(".lock") } }
}

extension FileLog {
    /// The segment size of most tests: small, so that preparing a segment takes no time.
    static let smallSegment: UInt64 = 4096

    /// A log without a thread of its own, which writes when a test calls `writeTaken`. The same seed gives the same log.
    convenience init(
        on disk: any FileSystem, folder: String = "log", acknowledging: Acknowledgement = .flushed,
        ifDamaged: DamagePolicy = .refuse, segmentSize: UInt64 = smallSegment, roomAhead: UInt64? = nil,
        expecting mark: FileLog.Mark? = nil, seed: UInt64 = 7, planted: PlantedFault? = nil
    ) throws(FileLog.Failure) {
        var generator = Seeded(seed)
        try self.init(
            folder, in: disk, expecting: mark, acknowledging: acknowledging, ifDamaged: ifDamaged,
            segmentSize: segmentSize, roomAhead: roomAhead,
            isDriven: true, wallTime: Instant(milliseconds: 1_700_000_000_000), planted: planted, drawing: &generator)
    }

    /// Appends and writes; throws the error that is reported.
    func write(_ append: Append) throws(LogError) {
        let told = Lock<LogError??>(.none)
        _ = try self.append(append) { error in told.withLock { $0 = .some(error) } }
        writeTaken()
        switch told.withLock({ $0 }) {
        case .none: Issue.record("nothing was told")
        case .some(let error?): throw error
        case .some(nil): break
        }
    }

    /// Writes the first records of the story one by one, without those that the log has already.
    func write(_ story: Story, upTo count: UInt64) throws(LogError) {
        for sequence in UInt64(try durableRecords(of: story.run).count)..<count {
            try write(story.append([story.record(sequence)]))
        }
    }
}
