/// A way to make batches of records durable, one after the other.
protocol BatchContestant: AnyObject {
    /// Does what comes before an append and is not timed.
    func prepare()

    /// Returns when one batch is durable.
    func append() throws
}

extension BatchContestant {
    func prepare() {}
}

/// The log beside others on one disk, turn by turn, so that what else the disk does meets them all alike.
struct BatchRace {
    private static let rounds = 11

    /// The medians of the rounds, in seconds a batch: the log's, the raw file's, SQLite's where it is built in.
    private let medians: [Double]

    init(count: Int, in place: String) throws {
        let perRound = count == 1 ? 24 : 16
        let folder = try ScratchFolder(in: place)
        let log = try BatchAppending(in: "\(folder.path)/log", count: count)
        let payloads = log.payloads
        var contestants: [any BatchContestant] = [log]
        contestants.append(
            try RawFile(in: folder.path, writing: payloads, batches: (Self.rounds + 1) * perRound))
        #if SQLite
            contestants.append(try SQLiteFile(in: folder.path, writing: payloads))
        #endif
        var times = contestants.map { _ in [Double]() }
        for round in 0...Self.rounds {
            var spent = contestants.map { _ in Duration.zero }
            for _ in 0..<perRound {
                for (place, contestant) in contestants.enumerated() {
                    contestant.prepare()
                    spent[place] += try ContinuousClock().measure { try contestant.append() }
                }
            }
            // The first round is for what is made at the first use.
            if round == 0 { continue }
            for place in spent.indices { times[place].append(spent[place] / .seconds(perRound)) }
        }
        medians = times.map { $0.sorted()[Self.rounds / 2] }
    }

    /// The log's rate over the raw file's.
    var overRaw: Double { medians[1] / medians[0] }
    /// The log's rate over SQLite's; nil where the benchmark was built without it.
    var overSQLite: Double? { medians.count > 2 ? medians[2] / medians[0] : nil }
    /// The raw file's rate over SQLite's: no log that flushes each batch can be further ahead of it than this.
    var rawOverSQLite: Double? { medians.count > 2 ? medians[2] / medians[1] : nil }
    var microseconds: [Double] { medians.map { ($0 * 1e6).rounded() } }
}
