/// A way to make batches of records durable, one after the other.
protocol BatchContestant: AnyObject {
    /// Does what comes before an append and is not timed.
    func prepare()

    /// Writes one batch and returns when it is durable.
    func append() throws
}

extension BatchContestant {
    func prepare() {}
}

/// Compares the log with a raw file and SQLite on one disk. They append in turns, so other work of the disk slows all of them alike.
struct BatchRace {
    private static let rounds = 11

    /// Seconds for one batch, as the median of the rounds: the log's, the raw file's and, where it is built in, SQLite's.
    private let medians: [Double]

    /// `count`: how many records a batch has. `place`: a folder on the disk that is measured.
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
                for (index, contestant) in contestants.enumerated() {
                    contestant.prepare()
                    spent[index] += try ContinuousClock().measure { try contestant.append() }
                }
            }
            // Round 0 is not counted: in it files grow and caches fill.
            if round == 0 { continue }
            for index in spent.indices { times[index].append(spent[index] / .seconds(perRound)) }
        }
        medians = times.map { $0.sorted()[Self.rounds / 2] }
    }

    /// The log's rate divided by the raw file's, so at most about 1.
    var overRaw: Double { medians[1] / medians[0] }
    /// The log's rate divided by SQLite's; nil where the benchmark was built without SQLite.
    var overSQLite: Double? { medians.count > 2 ? medians[2] / medians[0] : nil }
    /// The raw file's rate divided by SQLite's: no log that flushes each batch can be further ahead of SQLite than this.
    var rawOverSQLite: Double? { medians.count > 2 ? medians[2] / medians[1] : nil }
    /// The same as `medians`, in microseconds.
    var microseconds: [Double] { medians.map { ($0 * 1e6).rounded() } }
}
