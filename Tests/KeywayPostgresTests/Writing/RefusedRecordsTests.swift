import KeywayCore
import KeywayLog
import KeywayPostgres
import KeywayTesting
import Testing

extension ServerTests {
    /// A server that refuses what one run has, and nothing else.
    @Suite("Records that the server refuses")
    struct RefusedRecordsTests {
        @Test("The appends of their run alone are refused, and each append hears what became of it, in its run's order")
        func alone() async throws {
            let server = try #require(TestServer.shared)
            let name = try server.makeDatabase()
            try server.connection(to: name).run(
                "ALTER TABLE keyway.run ADD CHECK (reference IS NULL OR octet_length(reference) < 1000)")
            let log = try await server.database(name).openLog()
            let reports = Lock<[(run: UInt64, sequence: UInt64, error: LogError?)]>([])
            // The appends are lazy, so that one statement has all of them.
            for number in 0..<9 as Range<UInt64> {
                let run = SampleRun(number, reference: number == 4 ? String(repeating: "x", count: 5000) : nil)
                for sequence in 0..<2 as Range<UInt64> {
                    _ = try log.append(run.append(sequence..<sequence + 1, isLazy: true)) { error in
                        reports.withLock { $0.append((number, sequence, error)) }
                    }
                }
            }
            for _ in 0..<200 where reports.withLock({ $0.count }) < 18 { try await Task.sleep(for: .milliseconds(10)) }
            let heard = reports.withLock { $0 }
            #expect(heard.count == 18)
            for (number, _, error) in heard {
                if number == 4, case .damaged(let what)? = error {
                    #expect(what.contains(name))
                } else {
                    #expect(number != 4 && error == nil)
                }
            }
            for number in 0..<9 as Range<UInt64> {
                #expect(heard.filter { $0.run == number }.map(\.sequence) == [0, 1])
                let found = try await log.records(of: SampleRun(number).run)
                #expect(found == (number == 4 ? [] : SampleRun(number).records(0..<2)))
            }
            // The log goes on.
            try await log.append(SampleRun(20).append(0..<1))
            try await log.close()
        }
    }
}
