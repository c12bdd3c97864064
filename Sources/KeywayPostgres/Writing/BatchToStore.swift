import KeywayCore
import KeywayLog

/// What a writer appends with one statement: the appends that came since the statement before, as one block for each run.
struct BatchToStore {
    /// The block that is stored of one run, and the appends that it is made of.
    struct RunBlock {
        var run: RunID
        /// The sequence of the first record.
        var first: UInt64
        /// The sequence behind the last record.
        var next: UInt64
        /// The time of the first record, in milliseconds of the run's clock.
        var earliest: Int64
        /// The time of the last record, by the same clock.
        var latest: Int64
        /// The number of the run's flow; nil unless the run begins.
        var flow: Int64?
        var reference: String?
        /// Whether the run is over with these records, and if not which records it still needs.
        var standing: Standing
        /// The coded records of all appends, as `StoredBlock` has them before its checksum.
        var groups: [UInt8]
        var appends: [EncodedAppend]
    }

    /// In the order in which the runs came first.
    private(set) var blocks: [RunBlock] = []

    /// - Parameter numbers: those of the flows of all runs that begin here.
    init(_ appends: [EncodedAppend], numbers: [FlowVersion: Int64]) {
        var known: [RunID: Int] = [:]
        for append in appends {
            if let place = known[append.run] {
                blocks[place].next += append.count
                blocks[place].latest = append.time
                blocks[place].standing = append.standing
                blocks[place].groups += append.coded
                blocks[place].appends.append(append)
            } else {
                known[append.run] = blocks.count
                blocks.append(
                    RunBlock(
                        run: append.run, first: append.first, next: append.first + append.count,
                        earliest: append.earliest, latest: append.time, flow: append.version.flatMap { numbers[$0] },
                        reference: append.reference, standing: append.standing, groups: append.coded,
                        appends: [append]))
            }
        }
    }

    /// The parameters of `Statement.append`.
    func parameters(of opening: LogOpening, _ server: CommitDurability) -> [Parameter] {
        opening.key + [
            .array(.identities(blocks.map(\.run))),
            .array(.integers(blocks.map { Int64(clamping: $0.first) })),
            .array(.integers(blocks.map { Int64(clamping: $0.next) })),
            .array(.integers(blocks.map(\.earliest))),
            .array(.integers(blocks.map(\.latest))),
            .array(.integers(blocks.map(\.flow))),
            .array(.booleans(blocks.map { $0.standing != .over })),
            .array(.bytes(blocks.map(\.neededRecords))),
            .array(.bytes(blocks.map { $0.reference.map { Array($0.utf8) } })),
            .array(
                .bytes(
                    blocks.map {
                        StoredBlock(of: $0.run, first: $0.first, by: .opening(epoch: opening.epoch), groups: $0.groups)
                            .bytes
                    })),
            .text(server.commit),
        ]
    }
}

extension BatchToStore.RunBlock {
    /// The sequences of the records that the run still needs, as a row of `keyway.run` has them: the count, then each.
    fileprivate var neededRecords: [UInt8] {
        var writer = ByteWriter()
        if case .open(let sequences) = standing { writer.list(sequences) { $0.varint($1) } }
        return writer.bytes
    }
}

/// Reads the column `holding` of a row of `keyway.run`: the sequences of the records that the run still needs.
func neededSequences(in bytes: [UInt8]) throws(ByteError) -> [UInt64] {
    if bytes.isEmpty { return [] }
    var reader = ByteReader(bytes)
    return try reader.list { (reader) throws(ByteError) in try reader.varint() }
}
