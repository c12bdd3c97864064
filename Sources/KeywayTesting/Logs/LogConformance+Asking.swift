import KeywayCore
import KeywayLog

/// Questions to a log under test, each answered whole. A page that a log gives wrongly is a breach, and never the cause of a loop.
extension LogConformance {
    /// The log's answer to a question. Where it cannot answer now it is asked again a moment later, as its contract allows.
    func ask<Answer>(_ question: () async throws -> Answer) async throws -> Answer {
        var pauses = Pauses(patience)
        while true {
            do {
                return try await question()
            } catch LogError.unavailable {
                try await pauses.pass("the log cannot be read for \(patience)")
            }
        }
    }

    /// All records of a run, in pages one after the other; only an empty page is the last one.
    func records(of run: RunID, in log: any EventLog) async throws -> [Record] {
        var found: [Record] = []
        while true {
            let first = UInt64(found.count)
            let page = try await ask { try await log.records(of: run, from: first, limit: 1_024) }
            if page.isEmpty { return found }
            try require(
                page.map(\.sequence) == Array(first..<first + UInt64(page.count)),
                "of run \(run), asked from record \(first) on, the records \(page.prefix(10).map(\.sequence)) came")
            found += page
        }
    }

    /// All open runs, in pages of any size one after the other; only an empty page is the last one.
    func openRuns(in log: any EventLog, limit: Int = 100) async throws -> [OpenRun] {
        var found: [OpenRun] = []
        while true {
            let page = try await ask { try await log.openRuns(after: found.last?.run, limit: limit) }
            try require(page.count <= limit, "a page of \(limit) has \(page.count) open runs")
            if page.isEmpty { return found }
            found += page
            try require(Set(found.map(\.run)).count == found.count, "the pages of open runs tell a run twice")
        }
    }

    /// All runs of a reference, in pages one after the other; only an empty page is the last one.
    func runs(of reference: String, in log: any EventLog) async throws -> [RunID] {
        var found: [RunID] = []
        while true {
            let page = try await ask { try await log.runs(of: reference, after: found.last, limit: 100) }
            if page.isEmpty { return found }
            found += page
            try require(Set(found).count == found.count, "the pages of one reference tell a run twice")
        }
    }
}
