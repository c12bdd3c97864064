import Foundation
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("The feed of a log that nodes share in PostgreSQL")
    struct PostgresFeedTests {
        private let server: TestServer

        init() throws {
            server = try #require(TestServer.shared)
        }

        /// The blocks of the feed behind a position. Waits for so many of them, because other transactions of the server delay the feed.
        private func told(by log: SharedLog, after position: FeedPosition? = nil, atLeast count: Int) async throws
            -> [FeedBlock]
        {
            for _ in 0..<500 {
                let page = try await log.blocks(after: position)
                if page.blocks.count >= count { return page.blocks }
                try await Task.sleep(for: .milliseconds(20))
            }
            return try await log.blocks(after: position).blocks
        }

        @Test(
            "It keeps each law of feeds, also where the log has a table of blocks for each week",
            arguments: FeedLaw.allCases,
            [false, true])
        func laws(law: FeedLaw, inWeeks: Bool) async throws {
            try await FeedConformance { try await PostgresFeedTrial(server, inWeeks: inWeeks) }.check(law)
        }

        @Test("While many append at once, a reader is told each block once, and those of a run in their order")
        func storm() async throws {
            let trial = try await PostgresFeedTrial(server)
            let blocks = try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 as Range<UInt64> {
                    group.addTask {
                        let (log, run) = (TriedSharedLog(trial.log), SampleRun(number))
                        for first in 0..<50 as Range<UInt64> {
                            while try await log.append(run.shared(first..<first + 1, by: number)).isEmpty {}
                        }
                    }
                }
                var (blocks, position): ([FeedBlock], FeedPosition?) = ([], nil)
                let end = ContinuousClock.now + .seconds(60)
                while blocks.count < 400, ContinuousClock.now < end {
                    let page = try await trial.log.blocks(after: position, limit: 7)
                    blocks += page.blocks
                    position = page.next
                }
                try await group.waitForAll()
                return blocks
            }
            #expect(blocks.count == 400)
            for number in 0..<8 as Range<UInt64> {
                let run = SampleRun(number)
                #expect(try blocks.filter { $0.run == run.run }.flatMap { try $0.records } == run.records(0..<50))
            }
        }

        @Test("A log without the column, or without the index, says what is missing, and others go on")
        func noFeed() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openSharedLog(answerLimit: .seconds(10))
            let connection = try server.connection(to: name)
            let parts = PostgresDatabase.feedSchema.components(separatedBy: ";\n")
            for missing in ["--feed", "shared_block_feed"] {
                let error = await #expect(throws: FeedError.self) { try await log.blocks() }
                #expect("\(error.map { "\($0)" } ?? "")".contains(missing))
                try await TriedSharedLog(log).append(SampleRun(missing == "--feed" ? 1 : 2).shared(0..<1))
                try connection.run(parts[missing == "--feed" ? 0 : 1])
            }
            #expect(try await told(by: log, atLeast: 2).map(\.run) == [SampleRun(1).run, SampleRun(2).run])
        }

        @Test("While a backup has the tables, the feed is refused soon, and nodes go on")
        func backup() async throws {
            let name = try server.makeDatabase()
            let log = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
            let backup = try HeldStatement(server, name, "MATERIALIZED (SELECT count(*) FROM keyway.shared_block)")
            let connection = try server.connection(to: name)
            let refusal = #expect(throws: QueryFailure.self) { try connection.runScript(PostgresDatabase.feedSchema) }
            #expect(refusal?.reason.hasSuffix("(55P03)") == true)
            #expect(try await log.append(SampleRun(1).shared(0..<1)).count == 1)
            try backup.rollBack()
            try connection.runScript(PostgresDatabase.feedSchema)
        }

        @Test("Blocks that were there before the feed are told, those of a run in their order, and then the others")
        func olderBlocks() async throws {
            let name = try server.makeDatabase()
            let log = try await server.database(name).openSharedLog(answerLimit: .seconds(10))
            let runs = (1...3 as ClosedRange<UInt64>).map { SampleRun($0) }
            for first in 0..<3 as Range<UInt64> {
                try await TriedSharedLog(log).append(runs.map { $0.shared(first..<first + 1) })
            }
            try server.connection(to: name).runScript(PostgresDatabase.feedSchema)
            try await TriedSharedLog(log).append(runs[0].shared(3..<5))
            let blocks = try await told(by: log, atLeast: 10)
            #expect(blocks.last?.first == 3 && blocks.count == 10)
            for run in runs {
                let records = try blocks.filter { $0.run == run.run }.flatMap { try $0.records }
                #expect(records == run.records(0..<(run.run == runs[0].run ? 5 : 3)))
            }
        }

        @Test("A block that cannot be read is told as that, and those behind it are told")
        func damage() async throws {
            let trial = try await PostgresFeedTrial(server)
            let runs = [SampleRun(1), SampleRun(2), SampleRun(3)]
            for run in runs { try await TriedSharedLog(trial.log).append(run.shared(0..<2)) }
            let connection = try server.connection(to: trial.name)
            try connection.run("UPDATE keyway.shared_block SET bytes = '' WHERE place = 1")
            try connection.run("DELETE FROM keyway.shared_run WHERE place = 2")
            let blocks = try await told(by: trial.log, atLeast: 3)
            #expect(blocks.map(\.run) == [runs[0].run, RunID(high: 0, low: 0), runs[2].run])
            for (block, word) in zip(blocks, ["\(runs[0].run)", "keyway.shared_run"]) {
                let error = #expect(throws: LogError.self) { try block.records }
                let text = "\(error.map { "\($0)" } ?? "")"
                #expect(text.contains("the log is damaged") && text.contains(word))
            }
            #expect(try blocks.last?.records == runs[2].records(0..<2))
        }

        @Test("A position that this server cannot have told is refused, and so are numbers of another server")
        func restored() async throws {
            let trial = try await PostgresFeedTrial(server)
            try await TriedSharedLog(trial.log).append(SampleRun(1).shared(0..<1))
            let block = try #require(try await told(by: trial.log, atLeast: 1).first)
            let later = FeedPosition(
                history: block.position.history, transaction: block.position.transaction + 1_000_000_000, place: 1,
                first: 0)
            await #expect(throws: FeedError.otherHistory(later)) { try await trial.log.blocks(after: later) }
            // As if a dump were restored here from a server whose numbers of transactions are higher.
            let connection = try server.connection(to: trial.name)
            try connection.run("UPDATE keyway.shared_block SET xid = xid + 1000000000")
            let error = await #expect(throws: FeedError.self) { try await trial.log.blocks() }
            #expect("\(error.map { "\($0)" } ?? "")".contains(Schema.endOfFeed))
            try connection.run(Schema.endOfFeed)
            try connection.runScript(PostgresDatabase.feedSchema)
            #expect(try await told(by: trial.log, after: block.position, atLeast: 1).map(\.run) == [SampleRun(1).run])
        }

        @Test(
            "Positions of blocks that a standby may lack hold on this server only, and others on the next one as well")
        func histories() {
            func moment(onTimeline timeline: String) -> FeedMoment? {
                let cells: [[UInt8]?] =
                    Array(repeating: nil, count: 14) + [
                        [1], [0], Int64(50).bigEndianBytes, Int64(7).bigEndianBytes, Array("8.5".utf8),
                        Array(timeline.utf8),
                    ]
                return FeedMoment(QueryResult.Row(cells: cells))
            }
            let (first, second) = (moment(onTimeline: "00000001"), moment(onTimeline: "00000002"))
            for (durability, holds) in [(Durability.flushed, false), (.written, false), (.replicated, true)] {
                let position = FeedPosition(
                    history: first?.history(as: durability) ?? "", transaction: 49, place: 1, first: 0)
                #expect(first?.isHistory(of: position) == true && second?.isHistory(of: position) == holds)
            }
            #expect(first?.isHistory(of: FeedPosition(history: "8.5", transaction: 50, place: 1, first: 0)) == false)
            #expect(first?.isHistory(of: FeedPosition(history: "8.6", transaction: 1, place: 1, first: 0)) == false)
        }

        @Test("Who reads the feed is listed among no nodes, and writes nothing where nothing is new")
        func noNode() async throws {
            let trial = try await PostgresFeedTrial(server)
            try await TriedSharedLog(trial.log).append(SampleRun(1).shared(0..<1))
            let last = try #require(try await told(by: trial.log, atLeast: 1).last)
            let connection = try server.connection(to: trial.name)
            let count = "SELECT sum(answers)::bigint FROM keyway.node"
            let answers = try connection.run(count).rows.first?.integer(0)
            _ = try await trial.log.blocks(after: last.position)
            #expect(try connection.run(count).rows.first?.integer(0) == answers)
            #expect(try server.database(trial.name).surveyNodes().nodes.isEmpty)
        }

        @Test("The row of who reads the feed is of no node, and stays when nodes that are gone are removed")
        func retired() async throws {
            let trial = try await PostgresFeedTrial(server)
            try await TriedSharedLog(trial.log).append(SampleRun(1).shared(0..<1))
            _ = try await told(by: trial.log, atLeast: 1)
            let database = try server.database(trial.name)
            for isTrial in [true, false] {
                let retirement = try Retirement(
                    of: database, endedBefore: Instant(milliseconds: 5_000), isTrial: isTrial)
                #expect(try retirement.removeNodes() == 0)
            }
            let rows = try server.connection(to: trial.name).run("SELECT node FROM keyway.node").rows
            #expect(rows.compactMap { $0.integer(0) } == [0])
        }

        @Test("Whoever asks for the nodes is told how far the feed is behind, and for whose transaction it waits")
        func delay() async throws {
            let plain = try server.makeDatabase()
            #expect(try server.database(plain).surveyNodes().feed == nil)
            let trial = try await PostgresFeedTrial(server)
            let database = try server.database(trial.name)
            #expect(try database.surveyNodes().feed?.lag == 0)
            let open = try await trial.begin(SampleRun(1).shared(0..<1))
            try await TriedSharedLog(trial.log).append(SampleRun(2).shared(0..<1))
            // The samples' records are dated 1970. Other tests of this server may have an older transaction open for a while.
            let behind = try #require(try database.surveyNodes().feed)
            #expect(behind.lag > 0)
            let oldest = try await feed(of: database) { $0.oldest?.name.hasSuffix(" in \(trial.name)") == true }?.oldest
            #expect(oldest?.name.hasPrefix("session ") == true && oldest.map { $0.age >= 0 } == true)
            // Where the block cannot be read, the lag is at most the age of that transaction.
            try server.connection(to: trial.name).run("UPDATE keyway.shared_block SET bytes = ''")
            #expect(try await feed(of: database) { $0.lag > 0 && $0.lag == $0.oldest?.age } != nil)
            try await open.commit()
            #expect(try await feed(of: database) { $0.lag == 0 } != nil)
        }

        /// The state of the feed as soon as it is the wanted one; nil where it is not so within 30 s, for other transactions of the
        /// server may delay it.
        private func feed(
            of database: PostgresDatabase, once isWanted: (PostgresDatabase.FeedDelay) -> Bool
        ) async throws -> PostgresDatabase.FeedDelay? {
            let end = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < end {
                if let feed = try database.surveyNodes().feed, isWanted(feed) { return feed }
                try await Task.sleep(for: .milliseconds(20))
            }
            return nil
        }

        @Test("A server that is gone is told as a fault that names the database, and the feed goes on once it is back")
        func gone() async throws {
            let trial = try await PostgresFeedTrial(server)
            try await TriedSharedLog(trial.log).append(SampleRun(1).shared(0..<1))
            _ = try await told(by: trial.log, atLeast: 1)
            try server.cutConnections(to: trial.name)
            let error = await #expect(throws: FeedError.self) { try await trial.log.blocks() }
            guard case .unavailable(let fault)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(fault.subject.contains(trial.name))
            #expect(try await told(by: trial.log, atLeast: 1).count == 1)
        }
    }
}
