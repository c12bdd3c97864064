import FlowFixtures
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import Testing

@Suite("What is counted over many runs")
struct StatisticsTests {
    @Test("Each run is counted once, where it ended or stands, and its time is that of its stays")
    func shipped() throws {
        var statistics = Statistics()
        var ends: [String: Int] = [:]
        for path in ShippedFlows.transcripts {
            let records = try playedRecords(path)
            let summary = try RunSummary(of: records)
            if let final = summary.final { ends[final, default: 0] += 1 }
            statistics.add(try RunHistory(of: records))
        }
        #expect(statistics.runCount == ShippedFlows.transcripts.count)
        #expect(statistics.outcomes.counts == ends)
        for (version, counts) in statistics.flows {
            let ended = counts.outcomes.counts.values.reduce(0, +) + counts.unended.counts.values.reduce(0, +)
            #expect(ended == counts.runCount, "\(version.name)")
            let endings = counts.endings.counts.reduce(into: [String: Int]()) { finals, ending in
                finals[String(ending.key.prefix { $0 != ":" }), default: 0] += ending.value
            }
            #expect(endings == counts.outcomes.counts, "\(version.name)")
            // Nobody is in a state without having come to it, and every run was in the first one.
            #expect(counts.reached.counts.values.max() == counts.runCount, "\(version.name)")
            #expect(counts.stays.values.allSatisfy { $0.allSatisfy { $0 >= 0 } })
        }
    }

    @Test("A run counts once by its final with all finite values that it keeps, and once for each value by itself")
    func endings() throws {
        var statistics = Statistics()
        for transcript in ["sna-timeout", "smartauth-five-wrong-codes", "smartauth-token-denied"] {
            statistics.add(try RunHistory(of: playedRecords("OTPless/Transcripts/\(transcript).jsonl")))
        }
        #expect(
            statistics.flows.map { $0.counts.endings.counts } == [
                ["failed: failure = timedOut, why = refused": 1],
                [
                    "failed: changed = false, channel = sms, arrived = false, refusal = wrong, why = tooManyTries": 1,
                    "failed: changed = false, arrived = false, why = denied": 1,
                ],
            ])
        #expect(statistics.flows.last?.counts.results.counts["failed: arrived = false"] == 2)
        let tables = statistics.flows[0].counts.tables
        #expect(tables.prefix(2).map(\.key) == ["outcomes", "endings"] && tables[1].name == "ended with")
    }

    @Test("A run that damage has cut, or may have, is not among those that go on, unless it had ended before")
    func cut() throws {
        var statistics = Statistics()
        let records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        let whole = try RunHistory(of: records)
        let part = Array(records.prefix(12))
        let history = try RunHistory(of: part, losing: .certain)
        let others = [
            try RunHistory(of: part), try RunHistory(of: part, losing: .possible),
            try RunHistory(of: records, losing: .certain), try RunHistory(of: records, losing: .possible),
        ]
        for history in [history] + others { statistics.add(history) }
        let counts = try #require(statistics.flows.first?.counts)
        #expect(counts.cut.counts == [history.state.name: 1])
        #expect(counts.unended.counts == [history.state.name: 1])
        #expect(counts.perhapsCut.counts == [history.state.name: 1])
        #expect(counts.outcomes.counts == [whole.state.name: 2])
        #expect(["cut", "perhapsCut"].allSatisfy { key in counts.tables.first { $0.key == key }?.rows.count == 1 })
    }

    @Test("A run that begins in no state of its flow is refused for its first record, whatever comes behind it")
    func beginsNowhere() throws {
        var records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        guard case .began(var beginning) = records[0].content else {
            Issue.record("the first record begins no run")
            return
        }
        beginning.outcome.state = 99
        records[0].content = .began(beginning)
        for count in 1...records.count {
            #expect(throws: Replay.Failure.malformed(sequence: 0)) { try RunSummary(of: Array(records.prefix(count))) }
        }
    }

    @Test("The stays of a run fill the time from its beginning to its end")
    func times() throws {
        let records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        let history = try RunHistory(of: records)
        var statistics = Statistics()
        statistics.add(history)
        let end = try #require(history.endingStep)
        let sum = statistics.flows[0].counts.stays.values.reduce(0) { $0 + $1.reduce(0, +) }
        #expect(sum == history.at(history.steps[end]))
    }

    @Test("A share of the runs is rounded, and is called neither all nor none where it is not")
    func shares() throws {
        let history = try RunHistory(of: playedRecords("OTPless/Transcripts/sna-timeout.jsonl"))
        func percents(ofRuns runs: Int, _ counts: Int...) -> [String] {
            var statistics = Statistics()
            for _ in 0..<runs { statistics.add(history) }
            return counts.map { statistics.flows[0].counts.percent(of: $0) }
        }
        #expect(percents(ofRuns: 62, 32, 3, 62, 0) == ["52", "5", "100", "0"])
        #expect(percents(ofRuns: 200, 199, 198, 1, 200) == [">99", "99", "1", "100"])
        #expect(percents(ofRuns: 201, 1, 200) == ["<1", ">99"])
    }

    @Test("A percentile is the smallest value that so many do not exceed")
    func percentiles() {
        let values = (1...100).map { Int64($0) }.shuffled()
        #expect(values.percentile(50) == 50 && values.percentile(95) == 95 && values.percentile(99) == 99)
        #expect([Int64(7)].percentile(50) == 7 && [Int64(7)].percentile(99) == 7)
        #expect([Int64]().percentile(50) == nil)
    }
}
