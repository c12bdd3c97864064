package import KeywayCore
package import KeywayDebugger
package import KeywayLog
package import KeywayReplay

/// The runs of a log as one HTML page that needs nothing else: no network, no other file, and not the flows' specs.
///
/// Runs are added one by one; `page` is the same for the same runs in the same order.
package struct LogReport: Sendable {
    /// The most records that a page shows by default; a page of so many opens in about a second.
    package static let usualBound = 250_000

    /// What the page calls the log.
    let name: String
    /// How many records the page shows at most; the first run is shown in any case.
    private let bound: Int
    /// The words, lists and shapes that the runs name by numbers.
    private(set) var words = ReportWords()
    private(set) var flows: [ReportedFlow] = []
    /// The position in `flows` of each version of a flow.
    private var flowPlaces: [FlowVersion: Int] = [:]
    private(set) var runs: [ReportedRun] = []
    /// What is counted over all runs that were added, also those beyond the bound, but for shadows.
    private(set) var statistics = Statistics()
    /// Runs that cannot be read from the log, each with the sentence why; nil for a run whose identity cannot be read either.
    private(set) var unreadable: [(run: RunID?, reason: String)] = []
    /// What is wrong with the log, one sentence each.
    private(set) var remarks: [String] = []
    /// How many records the page shows.
    private(set) var recordCount = 0
    /// Runs and records beyond the bound, which are in the statistics alone.
    package private(set) var omittedRuns = 0
    private(set) var omittedRecords = 0

    /// - Parameters:
    ///   - name: what the page calls the log.
    ///   - bound: how many records the page shows at most; the first run is shown in any case.
    package init(of name: String, bound: Int = usualBound) {
        self.name = name
        self.bound = bound
    }

    /// Adds a run; add the newest run first, so that the bound leaves out the oldest runs.
    ///
    /// - Parameters:
    ///   - records: of one run, from its beginning, in their order.
    ///   - loss: what damage has cost the run behind the records.
    /// - Returns: where the records and the flow in the log first disagree; nil where they do not.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records; the page then does not change.
    @discardableResult
    package mutating func add(
        _ records: [Record], losing loss: RecordLoss = .nothing
    ) throws(Replay.Failure) -> Replay.Disagreement? {
        let history = try RunHistory(of: records, losing: loss)
        guard omittedRuns == 0, runs.isEmpty || recordCount + records.count <= bound else {
            statistics.add(history)
            omittedRuns += 1
            omittedRecords += records.count
            return history.disagreement
        }
        let version = history.beginning.version
        let place = flowPlaces[version] ?? flows.count
        if place == flows.count {
            flowPlaces[version] = place
            flows.append(ReportedFlow(history.flow, annotations: history.annotations))
        }
        // The history has folded the same records without an error, so that folding them once more throws none: what is
        // written below is written whole.
        var reporter = try RunReporter(history, in: place, first: records.first)
        var run = try reporter.report(records, of: flows[place], in: &words)
        if loss == .certain { run.lostRecord = UInt64(records.count) }
        append(run, passing: reporter.passage, records: records.count)
        statistics.add(history)
        return history.disagreement
    }

    /// Adds a run whose records are written already, and counts the states and edges that it passed.
    mutating func append(_ run: ReportedRun, passing passage: ReportedFlow.Passage, records: Int) {
        runs.append(run)
        flows[run.flow].add(passage, isShadow: run.kind == .shadow)
        recordCount += records
    }

    /// Lists a run that cannot be shown, with a sentence why.
    package mutating func addUnreadable(_ run: RunID?, because reason: String) { unreadable.append((run, reason)) }

    /// Says something about the log at the top of the page: a sentence.
    package mutating func remark(_ sentence: String) { remarks.append(sentence) }

    /// How many runs are listed as unreadable.
    package var unreadableCount: Int { unreadable.count }

    /// How many runs were added, those beyond the bound too.
    package var runCount: Int { runs.count + omittedRuns }

    /// The whole page, as UTF-8.
    package var page: [UInt8] { ReportPage(self).bytes }
}
