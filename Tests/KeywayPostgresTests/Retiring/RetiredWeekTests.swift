import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// A week is a table with the blocks of the runs that began in it.
    ///
    /// A sample's records stand a second apart from 1970 on, so a run ended before any week of this server.
    @Suite("Weeks that leave a database")
    struct RetiredWeekTests {
        private let log: LogInWeeks

        init() async throws {
            log = try await LogInWeeks(try #require(TestServer.shared))
        }

        private func begin(_ numbers: ClosedRange<UInt64>, isOver: Bool = true) async throws {
            for number in numbers { try await log.shared.append(SampleRun(number).shared(0..<4, isOver: isOver)) }
        }

        /// Removes what ended before now; returns how many runs went, and how many weeks as a whole.
        private func retire(
            beforeEach isReady: (Retirement.RunSet) async throws -> Void = { _ in }
        ) async throws -> (runs: Int, weeks: Int) {
            var retirement = try Retirement(of: log.database, endedBefore: try await log.database.now(), isTrial: false)
            var count = 0
            while let set = try retirement.nextSet() {
                try await isReady(set)
                count += try retirement.remove(set)
            }
            return (count, retirement.droppedWeeks)
        }

        @Test("A week whose runs all ended goes as a whole, with keys, and so does an empty one")
        func whole() async throws {
            try log.goBack(1)
            try await begin(1...300)
            try log.connection.run("INSERT INTO keyway.key SELECT run, 'wrapped' FROM keyway.shared_run")
            try log.goBack(0)
            try await begin(301...301)
            let gone = try await retire()
            #expect(gone.runs == 301 && gone.weeks == 2)
            #expect(try log.tables() == Array(log.week...log.week + 2))
            for table in ["shared_run", "shared_block", "key"] {
                #expect(try log.connection.run("SELECT FROM keyway.\(table)").rows.isEmpty)
            }
            #expect(try PostgresLog.verify(log.database).isSound)
        }

        @Test("Of a week in which a run goes on only the others go, and the next call drops it once that has ended")
        func open() async throws {
            try log.goBack(1)
            try await begin(1...3)
            try await begin(4...4, isOver: false)
            try log.goBack(0)
            let first = try await retire()
            #expect(first.runs == 3 && first.weeks == 1)
            #expect(try PostgresLog.Reader(log.database).records(of: SampleRun(4).run) == SampleRun(4).records(0..<4))
            try await log.shared.append(SampleRun(4).shared(4..<5, isOver: true))
            let second = try await retire()
            #expect(second.runs == 1 && second.weeks == 1)
        }

        @Test("Of a week in which a run cannot be read only the others go")
        func damaged() async throws {
            try log.goBack(2)
            try await begin(1...3)
            try log.connection.run(
                "UPDATE keyway.shared_block SET bytes = '' WHERE place = (SELECT min(place) FROM keyway.shared_run)")
            let gone = try await retire()
            #expect(gone.runs == 2 && gone.weeks == 1)
            #expect(try PostgresLog.Reader(log.database).runs == [SampleRun(1).run])
        }

        @Test(
            "A run that gets a record after its week was read stays with all of them, and so does one that begins late",
            arguments: [2, 3])
        func moved(number: UInt64) async throws {
            try log.goBack(2)
            try await begin(1...2)
            let run = SampleRun(number)
            let gone = try await retire { set in
                // The first week has been read, and is to be dropped now.
                guard set.runs.isEmpty, try log.tables().contains(log.week - 2) else { return }
                try await log.shared.append(run.shared(number == 2 ? 4..<5 : 0..<5, isOver: number == 2))
            }
            #expect(gone.runs == (number == 2 ? 1 : 2) && gone.weeks == 1)
            #expect(try log.tables().contains(log.week - 2))
            #expect(try PostgresLog.Reader(log.database).records(of: run.run) == run.records(0..<5))
            try await log.shared.append(run.shared(5..<6, isOver: true))
            let next = try await retire()
            #expect(try next.runs == 1 && next.weeks == 1 && !log.tables().contains(log.week - 2))
        }

        @Test("A week with another run in place of one that was read stays; that run goes once it was read")
        func replaced() async throws {
            try log.goBack(2)
            try await begin(1...2)
            let other = SampleRun(3)
            var isReplaced = false
            var read: Set<RunID> = []
            let gone = try await retire { set in
                read.formUnion(set.runs.map(\.run))
                // The first week has been read, and is to be dropped now; later weeks have no runs.
                guard set.runs.isEmpty, !isReplaced else { return }
                isReplaced = true
                try await log.shared.append(other.shared(0..<4, isOver: true))
                for table in ["shared_block", "shared_run"] {
                    let place = "(SELECT min(place) FROM keyway.shared_run)"
                    try log.connection.run("DELETE FROM keyway.\(table) WHERE place = \(place)")
                }
            }
            #expect(gone.runs == 2 && gone.weeks == 1 && read.contains(other.run))
            #expect(try log.tables().contains(log.week - 2))
        }

        @Test("An append to a week that is being dropped is waited for, and the week stays")
        func underWay() async throws {
            // Whoever drops a week waits for all appends, so there is to be one week only.
            try log.connection.run("DROP TABLE keyway.shared_block_w\(log.week - 2)")
            try log.goBack(1)
            try await begin(1...2)
            let (server, name) = (log.server, log.name)
            // It began before the week was over, and is done while the week is dropped.
            let late = Task {
                try await onThread {
                    try server.connection(to: name).run(
                        """
                        WITH begun AS (
                          INSERT INTO keyway.shared_run (run, next, flow, is_over) VALUES (gen_random_uuid(), 1, 1, false) RETURNING place)
                        INSERT INTO keyway.shared_block SELECT place, 0, 1, 1, 1, '' FROM begun, pg_sleep(0.7)
                        """)
                }.get()
            }
            let sleeping = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '\(name)'"
            while try log.connection.run(sleeping).rows.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            let gone = try await retire()
            #expect(gone.runs == 2 && gone.weeks == 0)
            _ = try await late.value
            #expect(try log.connection.run("SELECT FROM keyway.shared_block").rows.count == 1)
            #expect(try log.connection.run("SELECT FROM keyway.shared_run").rows.count == 1)
        }

        @Test("A week that is not over goes row by row")
        func notOver() async throws {
            try await begin(1...2)
            let gone = try await retire()
            #expect(gone.runs == 2 && gone.weeks == 2)
            #expect(try log.tables() == Array(log.week...log.week + 2))
        }

        @Test("A trial counts the runs of weeks, and drops nothing")
        func trial() async throws {
            try log.goBack(1)
            try await begin(1...3)
            var retirement = try Retirement(of: log.database, endedBefore: try await log.database.now(), isTrial: true)
            var count = 0
            while let set = try retirement.nextSet() { count += set.runs.count }
            #expect(try count == 3 && log.tables() == Array(log.week - 2...log.week + 2))
        }
    }
}
