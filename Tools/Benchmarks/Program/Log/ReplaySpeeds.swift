/// How many events a second a replay decides again and compares, on one core; their log is in memory, so no file is read.
struct ReplaySpeeds {
    private static let rounds = 7

    /// From records that were read already.
    let trusted: Double
    /// From the records' bytes, each of which is read in full.
    let decoded: Double
    /// From the same bytes, held against their checksum before.
    let checksummed: Double

    /// The three take turns. A figure is that of the median round, by processor time.
    init(of runs: StoredRuns) throws {
        var seconds: [[Double]] = [[], [], []]
        // Round 0 is not counted: in it caches fill.
        for round in 0...Self.rounds {
            let spent = [
                try Self.seconds { try runs.replayTrusted() },
                try Self.seconds { try runs.replayBytes(isChecked: false) },
                try Self.seconds { try runs.replayBytes(isChecked: true) },
            ]
            if round == 0 { continue }
            for place in spent.indices { seconds[place].append(spent[place]) }
        }
        let speeds = seconds.map { Double(runs.eventCount) / $0.sorted()[Self.rounds / 2] }
        (trusted, decoded, checksummed) = (speeds[0], speeds[1], speeds[2])
    }

    private static func seconds(of replay: () throws -> Void) rethrows -> Double {
        let start = processorSeconds()
        try replay()
        return processorSeconds() - start
    }
}
