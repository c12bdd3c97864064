import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayLog
import KeywayReplay

/// How long the debugger's commands take on a large log, which has the runs of the shipped transcripts again and again.
struct DebuggerFigures {
    private static let eventCount = 1_000_000

    func report(to report: inout Report) throws {
        let stories = try PlayedStories()
        let folder = try ScratchFolder(in: ".")
        let path = "\(folder.path)/million"
        let count = try stories.write(atLeast: Self.eventCount, to: path)
        print("A log of \(count.runs) runs with \(count.events) events, on average \(count.events / count.runs) each.")
        try reportStreaming(path, to: &report)
        try reportVerifying(path, count.events, to: &report)
        try reportWhy(stories, to: &report)
        try reportExplaining(stories, to: &report)
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

    // MARK: - One run

    /// Times the command `why`, which looks for the least change of what came to a failed run by which it ends otherwise.
    private func reportWhy(_ stories: PlayedStories, to report: inout Report) throws {
        var times: [Double] = []
        var found = 0
        for number in 0..<1_000 {
            let history = try RunHistory(of: stories.failed[number % stories.failed.count])
            let start = processorSeconds()
            if (try? ShortestEdit(of: history)) != nil { found += 1 }
            times.append(processorSeconds() - start)
        }
        times.sort()
        report["whyMedianSeconds"] = times[times.count / 2].rounded(toPlaces: 4)
        print(
            "why takes \((times[times.count / 2] * 1000).rounded(toPlaces: 1)) ms in the median of 1,000 failed runs, "
                + "\((times[times.count * 99 / 100] * 1000).rounded(toPlaces: 1)) ms for 99 of 100; \(found) have an answer."
        )
    }

    /// Counts the explanations whose cause did bring the end of the run: the run had not ended before the record that is named
    /// as the cause, and every later step up to the one that ended the run was owed, so nothing new came from outside.
    private func reportExplaining(_ stories: PlayedStories, to report: inout Report) throws {
        var verified = 0
        let start = processorSeconds()
        for number in 0..<10_000 {
            let records = stories.failed[number % stories.failed.count]
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
            "\(verified) of 10,000 failed runs are explained by what ended them, in \((processorSeconds() - start).rounded(toPlaces: 1)) s."
        )
    }
}
