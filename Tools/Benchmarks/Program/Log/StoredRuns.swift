import KeywayCore
import KeywayLog
import KeywayReplay

/// Recorded runs in the two forms in which a replay can get them: as records, and as the bytes that a log keeps, in memory.
struct StoredRuns {
    /// A replay decided otherwise than the records say, or the bytes do not have their checksum.
    struct Disagreement: Error {}

    /// The records of one run.
    private struct StoredRun {
        var records: [Record]
        /// What the first of them says.
        var beginning: Beginning
        /// The bytes of all records, one behind the other.
        var bytes: [UInt8] = []
        /// Where each record stands in the bytes.
        var places: [Range<Int>] = []
        /// The checksum of the bytes: a run is one block here.
        var checksum: UInt32 = 0
    }

    private let flow: RunningFlow
    private var runs: [StoredRun] = []
    /// How many of the records tell an event.
    private(set) var eventCount = 0

    /// Lets the workload's runs record what comes to them.
    init(of workload: RecordedWorkload) {
        flow = workload.flow
        for arrivals in workload.batches {
            var core = RecordingCore(of: workload)
            for arrival in arrivals { core.take(arrival) }
            for records in core.records { add(records) }
        }
    }

    private mutating func add(_ records: [Record]) {
        guard case .began(let beginning)? = records.first?.content else { return }
        var run = StoredRun(records: records, beginning: beginning)
        for record in records {
            let start = run.bytes.count
            run.bytes += record.codedBytes
            run.places.append(start..<run.bytes.count)
        }
        run.checksum = CRC32C.checksum(of: run.bytes)
        runs.append(run)
        eventCount += records.count - 1
    }

    // MARK: - Replays

    /// Decides all events again, from records that were read already; their bytes are not looked at.
    func replayTrusted() throws {
        for run in runs {
            var fold: Fold?
            for record in run.records { try take(record, in: &fold) }
            guard fold?.difference == nil else { throw Disagreement() }
        }
    }

    /// Reads each record from its bytes, and decides its event again. `isChecked`: whether the bytes are first held against their checksum.
    func replayBytes(isChecked: Bool) throws {
        for run in runs {
            if isChecked, CRC32C.checksum(of: run.bytes) != run.checksum { throw Disagreement() }
            var fold: Fold?
            for place in run.places {
                var reader = ByteReader(run.bytes, in: place)
                let record = try reader.record(
                    of: run.records[0].run, following: run.beginning.version, reference: run.beginning.reference)
                try take(record, in: &fold)
            }
            guard fold?.difference == nil else { throw Disagreement() }
        }
    }

    private func take(_ record: Record, in fold: inout Fold?) throws {
        if fold == nil {
            fold = try Fold(record, by: flow, tellingSteps: false)
        } else {
            try fold?.take(record)
        }
    }
}
