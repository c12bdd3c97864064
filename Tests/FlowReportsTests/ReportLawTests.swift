import FlowFixtures
import FlowReports
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns
import TestThreads
import Testing

@Suite("What a report holds of a log", .longComputation)
struct ReportLawTests {
    @Test("Every run and every record of a log is in the data, with where each leg stands behind it")
    func everything() throws {
        let played = PlayedRuns.all
        #expect(played.count > 600)
        let read = try ReadReport(PlayedRuns.report.get())
        #expect(read.runs("run") == played.map { "\($0[0].run)" })
        for (place, records) in played.enumerated() {
            let told = read.records(ofRun: place)
            #expect(told.map(\.sequence) == records.map { Int($0.sequence) })
            var fold = try Fold(records.first)
            for (record, told) in zip(records, told) {
                if record.sequence > 0 { try fold.take(record) }
                let snapshot = RunSnapshot(of: fold.machine, since: records[0].time)
                #expect(told.at == Int(record.time.milliseconds - records[0].time.milliseconds))
                #expect(told.leg == Int(record.leg))
                #expect(told.legs == legs(of: snapshot), "record \(record.sequence) of run \(place)")
            }
        }
    }

    private func legs(of snapshot: RunSnapshot) -> [Int: ReadReport.Leg] {
        Dictionary(
            uniqueKeysWithValues: snapshot.legs.map { leg in
                (
                    leg.number,
                    ReadReport.Leg(
                        state: leg.state,
                        values: leg.values.map { $0.value == .present ? "\($0) (withheld)" : "\($0)" },
                        timers: leg.timers.map { "\($0.name) \($0.due)\($0.isHeld ? " held" : "")" },
                        effects: leg.effects.map { "\($0.name) \($0.due)" })
                )
            })
    }

    @Test("The words of a record are those that its timeline has, and the sentences those that explain has")
    func words() throws {
        let read = try ReadReport(PlayedRuns.report.get())
        let sentences: [[Int]] = read.runs("sentences")
        for (place, records) in PlayedRuns.all.enumerated() {
            let timeline = try Replay(of: records).timeline
            let told = Dictionary(uniqueKeysWithValues: read.records(ofRun: place).map { ($0.sequence, $0.shape) })
            for entry in timeline.entries {
                let shape = try #require(told[Int(entry.sequence)])
                #expect(read.words[shape[0]] == entry.event && read.words[shape[1]] == entry.cause)
                #expect(shape[3] == Int(entry.disposition.rawValue) && shape[4] == Int(entry.stamp.rawValue))
                #expect(read.lists[shape[8]].map { read.words[$0] } == entry.effects)
                #expect(read.words[shape[14]] == entry.state)
            }
            let explanation = try Explanation(of: RunHistory(of: records))
            let texts = stride(from: 1, to: sentences[place].count, by: 3).map { read.words[sentences[place][$0]] }
            #expect(texts == explanation.sentences.map(\.text))
        }
    }

    @Test("Each step that was taken goes along the diagram: one edge, and one more for each choice")
    func paths() throws {
        let read = try ReadReport(PlayedRuns.report.get())
        var taken = 0
        for place in PlayedRuns.all.indices {
            for record in read.records(ofRun: place) where record.shape[3] == 0 && record.shape[12] > 0 {
                taken += 1
                let choices = read.lists[record.shape[9]].count
                #expect(read.lists[record.shape[11]].count == choices + 1, "record \(record.sequence) of run \(place)")
            }
        }
        #expect(taken > 2000)
    }

    @Test("A run lasted as long as the list of runs says: to its end, whatever came after it")
    func duration() throws {
        let durations: [Int] = try ReadReport(PlayedRuns.report.get()).runs("duration")
        #expect(try durations == PlayedRuns.all.map { Int(try RunSummary(of: $0).duration) })
    }

    @Test("An edge that shadows alone passed has a line for its count in the picture, and is counted for no run")
    func shadowedEdges() throws {
        var records = try PlayedRuns.played("OTPless/Transcripts/sna-timeout.jsonl", as: RunID(high: 7, low: 7))
        guard case .began(var beginning) = records[0].content else {
            Issue.record("the first record begins no run")
            return
        }
        beginning.kind = .shadow
        records[0].content = .began(beginning)
        let read = try ReadReport(LogReport([records]))
        let passed = Set(read.records(ofRun: 0).flatMap { read.lists[$0.shape[11]] })
        let leg = try #require((read.data["flows"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]]).first
        #expect(!passed.isEmpty && leg?["passed"] as? [Int] == passed.sorted())
        #expect(read.page.matches(of: />1 run</).count == passed.count)
        let counts = leg?["edges"] as? [Int] ?? []
        #expect(!counts.isEmpty && counts.allSatisfy { $0 == 0 })
    }

    @Test("The same log gives the same bytes")
    func sameBytes() throws {
        let runs = Array(PlayedRuns.all.prefix(80))
        #expect(try LogReport(runs).page == LogReport(runs).page)
    }

    @Test("Beyond the bound runs are in the statistics alone, and the page says how many")
    func bound() throws {
        let runs = Array(PlayedRuns.all.prefix(20))
        let read = try ReadReport(LogReport(runs, bound: runs[0].count + runs[1].count))
        let told: [String] = read.runs("run")
        #expect(told.count == 2)
        #expect(read.data["omitted"] as? [Int] == [18, runs[2...].reduce(0) { $0 + $1.count }])
        let statistics = try #require(read.data["statistics"] as? [[String: Any]])
        #expect(statistics.reduce(0) { $0 + ($1["runs"] as? Int ?? 0) } == 20)
    }

    @Test("A run that damage has cut is in the statistics as such, and not as one that goes on")
    func cut() throws {
        let records = Array(try #require(PlayedRuns.all.max { $0.count < $1.count }).prefix(12))
        func count(_ key: String, losing loss: RecordLoss, bound: Int) throws -> Int {
            var report = LogReport(of: "sign-ins", bound: bound)
            try report.add(PlayedRuns.all[0])
            try report.add(records, losing: loss)
            let statistics = try ReadReport(report).data["statistics"] as? [[String: Any]] ?? []
            return statistics.flatMap { $0["tables"] as? [[String: Any]] ?? [] }.reduce(0) { sum, table in
                guard table["key"] as? String == key else { return sum }
                return sum + (table["counts"] as? [Int] ?? []).reduce(0, +)
            }
        }
        // The second bound leaves the run out of the list.
        for bound in [LogReport.usualBound, 1] {
            let standing = try count("standing", losing: .nothing, bound: bound)
            for (loss, key) in [(RecordLoss.certain, "cut"), (.possible, "perhapsCut")] {
                #expect(try count("standing", losing: loss, bound: bound) == standing - 1)
                #expect(try count(key, losing: loss, bound: bound) == 1)
                #expect(try count(key, losing: .nothing, bound: bound) == 0)
            }
        }
    }

    @Test("A run that cannot be read leaves the page as it was, and is listed with the sentence why")
    func unreadable() throws {
        let runs = Array(PlayedRuns.all.prefix(3))
        var report = try LogReport(runs)
        let before = report.page
        let cut = Array(runs[0].dropFirst())
        #expect(throws: Replay.Failure.noBeginning) { try report.add(cut) }
        #expect(report.page == before)
        // A run that begins well, of a flow that the page has not yet, and whose last event is none of the flow's.
        var malformed = try #require(PlayedRuns.all.last)
        let place = try #require(malformed.lastIndex { $0.event != nil })
        var told = try #require(malformed[place].event)
        told.event = 999
        malformed[place].content = .event(told)
        #expect(throws: Replay.Failure.malformed(sequence: malformed[place].sequence)) { try report.add(malformed) }
        #expect(report.page == before)
        report.addUnreadable(cut[0].run, because: "\(Replay.Failure.noBeginning)")
        let unreadable = try ReadReport(report).data["unreadable"] as? [[String]]
        #expect(unreadable == [["\(cut[0].run)", "the run's first record does not begin it"]])
    }
}
