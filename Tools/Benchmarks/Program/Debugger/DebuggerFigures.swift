import FlowProviders
import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayLog
import KeywayReplay
import SystemTrials

/// How long the debugger's commands take: on a large log, which has the runs of the shipped transcripts again and again, and on single
/// failed runs, which are drawn at random.
struct DebuggerFigures {
    private static let eventCount = 1_000_000

    func report(to report: inout Report) throws {
        let stories = try PlayedStories()
        let folder = try ScratchFolder(in: ".")
        let path = "\(folder.path)/million"
        let count = try stories.write(atLeast: Self.eventCount, to: path)
        let size = try bytes(inFilesOf: path)
        let content = stories.all.reduce(0) { $0 + $1.codedGroup.count }
        let recordCount = stories.all.reduce(0) { $0 + $1.count }
        print(
            "A log of \(count.runs) runs with \(count.events) records, on average \(count.events / count.runs) each. A record has "
                + "\(size / count.events) bytes on the disk in the mean, tables, frames and checksums included, "
                + "and \(content / recordCount) without these."
        )
        try reportStreaming(path, to: &report)
        try reportComparing(path, to: &report)
        try reportVerifying(path, count.events, to: &report)
        var failures = try DrawnFailures(seed: 1)
        try reportWhy(stories, &failures, to: &report)
        try reportExplaining(&failures, to: &report)
    }

    // MARK: - A whole log

    /// Verifies the log's bytes and decides all its events again. The figure is the median processor time of three such passes,
    /// scaled to one million events; from the second pass on the system has the files in memory.
    private func reportVerifying(_ path: String, _ events: Int, to report: inout Report) throws {
        var times: [Double] = []
        for _ in 0..<3 {
            let start = processorSeconds()
            guard try FileLog.verify(path).isSound else { throw BenchmarkError.flowIsWrong }
            let verified = processorSeconds()
            let reader = try FileLog.Reader(path)
            for run in reader.runs {
                var fold: Fold?
                for record in try reader.records(of: run) {
                    if fold == nil { fold = try Fold(record, tellingSteps: false) } else { try fold?.take(record) }
                }
                guard fold?.difference == nil else { throw BenchmarkError.flowIsWrong }
            }
            times.append(processorSeconds() - start)
            print(
                "Verified in \((verified - start).rounded(toPlaces: 2)) s, and replayed in \((times.last! - verified + start).rounded(toPlaces: 2)) s."
            )
        }
        let million = times.sorted()[1] * 1e6 / Double(events)
        report["verifyAndReplayMillionSeconds"] = million.rounded(toPlaces: 2)
    }

    /// Reads the log run by run, as the commands `runs` and `stats` do. The figure is the most memory that the process ever had,
    /// so what writing the log took before is in it.
    private func reportStreaming(_ path: String, to report: inout Report) throws {
        let start = processorSeconds()
        let reader = try FileLog.Reader(path)
        var statistics = Statistics()
        var ended = 0
        for run in reader.runs {
            let records = try reader.records(of: run)
            if try RunSummary(of: records).isEnded { ended += 1 }
            statistics.add(try RunHistory(of: records))
        }
        guard statistics.runCount == reader.runs.count else { throw BenchmarkError.flowIsWrong }
        let time = (processorSeconds() - start).rounded(toPlaces: 1)
        guard let peak = highestResidentSize() else { return }
        report["streamingPeakMegabytes"] = (Double(peak) / 1e6).rounded()
        print(
            "All runs are listed and counted in \(time) s, with \(peak / 1_000_000) MB of memory at most; \(ended) ended."
        )
    }

    /// Compares the log with itself, as the command `compare` does with two logs, and takes each run through its own flow, as `--with`
    /// does. The figure of memory is that of `reportStreaming` again, now for these too.
    private func reportComparing(_ path: String, to report: inout Report) throws {
        let start = processorSeconds()
        let (left, right) = (try FileLog.Reader(path), try FileLog.Reader(path))
        let partners = Set(right.runs)
        var logs = Comparison()
        for run in left.runs where partners.contains(run) {
            logs.add(try Replay(of: left.records(of: run)), try Replay(of: right.records(of: run)))
        }
        let compared = processorSeconds()
        var flows = Comparison()
        for run in left.runs {
            let records = try left.records(of: run)
            try flows.add(records, by: RunHistory(of: records).flow)
        }
        let end = processorSeconds()
        guard logs.runCount == left.runs.count, flows.runCount + flows.tooLong.count == left.runs.count,
            logs.differentCount + flows.differentCount == 0
        else { throw BenchmarkError.flowIsWrong }
        guard let peak = highestResidentSize() else { return }
        report["streamingPeakMegabytes"] = (Double(peak) / 1e6).rounded()
        print(
            "The log is compared with itself in \((compared - start).rounded(toPlaces: 1)) s, and its runs with what their own flow makes "
                + "of them in \((end - compared).rounded(toPlaces: 1)) s, with \(peak / 1_000_000) MB of memory at most."
        )
    }

    // MARK: - One run

    /// Times the command `why`, which looks for the least change of what came to a failed run by which it ends otherwise: once for each
    /// failed run of the transcripts, and for 200 longer ones without a model and beside the models of their SDKs.
    private func reportWhy(
        _ stories: PlayedStories, _ failures: inout DrawnFailures, to report: inout Report
    ) throws {
        let lengths = stories.failed.map(\.eventCount).sorted()
        let median = lengths[lengths.count / 2]
        let shipped = "\(lengths.count) failed runs of transcripts, with \(median) events in the median"
        report["whyShippedMedianSeconds"] = try timeWhy(stories.failed.map { ($0, nil) }, of: shipped)
        let runs = try failures.take(200, withEvents: 40...40, to: 60)
        let drawn = "\(runs.count) different failed runs of 40 to 60 events"
        report["whyMedianSeconds"] = try timeWhy(runs.map { ($0.records, nil) }, of: drawn)
        report["whyBesideModelsMedianSeconds"] = try timeWhy(
            runs.map { ($0.records, $0.system.behavior) }, of: "\(drawn), beside the models")
    }

    /// Runs that are not searched are left out: one that cannot be decided anew, or to which no SDK of the model can have said what it
    /// heard, is refused at once, and would only make the figure smaller.
    ///
    /// - Returns: the median in seconds of the runs that were searched, with an answer or without.
    private func timeWhy(_ runs: [(records: [Record], behavior: FollowedModels?)], of what: String) throws -> Double {
        var answered: [Double] = []
        var times: [Double] = []
        for run in runs {
            let history = try RunHistory(of: run.records)
            let start = processorSeconds()
            do throws(ShortestEdit.Failure) {
                _ = try ShortestEdit(of: history, beside: run.behavior)
                answered.append(processorSeconds() - start)
                times.append(answered[answered.count - 1])
            } catch {
                if case .noChangeFound = error { times.append(processorSeconds() - start) }
            }
        }
        guard !answered.isEmpty else { throw BenchmarkError.flowIsWrong }
        answered.sort()
        times.sort()
        func milliseconds(_ times: [Double], _ percent: Int) -> Double {
            (times[min(times.count - 1, times.count * percent / 100)] * 1000).rounded(toPlaces: 1)
        }
        print(
            "why of \(what): \(milliseconds(times, 50)) ms in the median, \(milliseconds(times, 99)) ms for 99 of 100; "
                + "\(answered.count) have an answer, after \(milliseconds(answered, 50)) ms in the median, "
                + "\(times.count - answered.count) none, and \(runs.count - times.count) are refused.")
        return times[times.count / 2].rounded(toPlaces: 4)
    }

    /// Counts the explanations whose cause did bring the end of the run: the run had not ended before the record that is named
    /// as the cause, and every later step up to the one that ended the run was owed, so nothing new came from outside.
    ///
    /// - Throws: `BenchmarkError.unexplained` where one is not.
    private func reportExplaining(_ failures: inout DrawnFailures, to report: inout Report) throws {
        let runs = try failures.take(10_000, withEvents: 1...12)
        var verified = 0
        let start = processorSeconds()
        for records in runs.map(\.records) {
            let history = try RunHistory(of: records)
            guard let ending = history.endingStep, let cause = Explanation(of: history).cause?.sequence else {
                continue
            }
            let last = history.steps[ending].record.sequence
            let before = cause == 0 ? nil : try RunHistory(of: records, until: cause - 1)
            let between = history.steps[...ending].filter { $0.record.sequence > cause }
            let isBrought = between.allSatisfy { step in
                switch step.eventRecord?.cause {
                case .owed, nil: true
                default: false
                }
            }
            if before?.endingStep == nil, cause <= last, isBrought { verified += 1 }
        }
        report["explainedAndVerifiedOf10000"] = Double(verified)
        print(
            "\(verified) of 10,000 different failed runs are explained by what ended them, in \((processorSeconds() - start).rounded(toPlaces: 1)) s."
        )
        guard verified == runs.count else { throw BenchmarkError.unexplained(verified: verified) }
    }
}
