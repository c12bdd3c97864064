import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// Questions to a database read the runs of one process and the runs of nodes alike.
    @Suite("Questions to a database that nodes share")
    struct SharedReadingTests {
        private let server: TestServer
        private let name: String
        private let database: PostgresDatabase
        private let shared: TriedSharedLog
        private let own = SampleRun(7)
        private let ofNodes = [SampleRun(1), SampleRun(2)]

        /// A database with a run of one process and two runs of nodes.
        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            database = try server.database(name)
            let log = try await database.openLog()
            try await log.append(Append(run: own.run, records: own.records(0..<3), standing: .over))
            try await log.close()
            shared = TriedSharedLog(try await database.openSharedLog(answerLimit: .seconds(10)))
            for run in ofNodes {
                try await shared.append(run.shared(0..<2))
                try await shared.append(run.shared(2..<4))
            }
        }

        @Test("A reader has the runs of one process and those of nodes, in whichever order they are asked for")
        func reading() throws {
            let reader = try PostgresLog.Reader(database)
            #expect(reader.runs == [own.run] + ofNodes.map(\.run))
            for run in reader.runs + reader.runs.reversed() {
                let sample = try #require(([own] + ofNodes).first { $0.run == run })
                #expect(try reader.records(of: run) == sample.records(0..<(run == own.run ? 3 : 4)))
            }
            #expect(reader.isOpen(own.run) == false && reader.isOpen(ofNodes[0].run) == true)
            #expect(try reader.records(of: SampleRun(9).run).isEmpty)
        }

        @Test("Without the tables of nodes, which an earlier version made not, one process's log is read and retired")
        func withoutNodes() throws {
            let connection = try server.connection(to: name)
            try connection.run(
                "DROP TABLE keyway.node, keyway.shared_run, keyway.shared_block, keyway.shared_device")
            let reader = try PostgresLog.Reader(database)
            #expect(reader.runs == [own.run])
            #expect(try reader.records(of: own.run) == own.records(0..<3))
            #expect(try PostgresLog.verify(database).isSound)
            for isTrial in [true, false] {
                var retirement = try Retirement(
                    of: database, endedBefore: Instant(milliseconds: 100_000), isTrial: isTrial)
                let set = try #require(try retirement.nextSet())
                #expect(set.runs.map(\.run) == [own.run])
                if !isTrial { #expect(try retirement.remove(set) == 1) }
                #expect(try retirement.nextSet() == nil)
                #expect(try retirement.removeUnusedKeys() + retirement.removeNodes() + retirement.removeDevices() == 0)
            }
            for question in [{ _ = try database.surveyNodes() }, { _ = try database.stuckRuns() }] {
                #expect {
                    try question()
                } throws: { error in
                    if case PostgresLog.Failure.noTables = error { true } else { false }
                }
            }
        }

        @Test("Verifying counts both, and names the run of nodes that is not as it was written")
        func verifying() throws {
            var told: [Int] = []
            let sound = try PostgresLog.verify(database) { count in
                told.append(count)
                return true
            }
            #expect(sound.isSound && sound.runs == 3 && sound.records == 11)
            #expect(told == [1, 2, 3])
            let connection = try server.connection(to: name)
            try connection.run("UPDATE keyway.shared_block SET bytes = '' WHERE place = 2 AND first = 2")
            try connection.run(
                "INSERT INTO keyway.shared_block (place, first, next, node, append, bytes) VALUES (99, 0, 1, 1, 1, '')")
            let found = try PostgresLog.verify(database)
            #expect(found.findings.map(\.run) == [ofNodes[1].run] && found.strayBlocks == 1)
            // Stopped behind the first run, it says nothing of the others, nor of rows that are of no run.
            let begun = try PostgresLog.verify(database) { _ in false }
            #expect(begun.runs == 1 && begun.isSound)
            #expect(found.findings.first?.reason.contains("record 2") == true)
            let reader = try PostgresLog.Reader(database)
            #expect(try reader.records(of: ofNodes[0].run) == ofNodes[0].records(0..<4))
            #expect(throws: PostgresLog.Failure.self) { try reader.records(of: ofNodes[1].run) }
        }

        @Test("Verifying names the device whose row cannot be read")
        func verifyingDevices() throws {
            let connection = try server.connection(to: name)
            try connection.run("INSERT INTO keyway.shared_device (device) VALUES ('phone'), ('tablet')")
            #expect(try PostgresLog.verify(database).isSound)
            try connection.run("UPDATE keyway.shared_device SET state = '\\x63' WHERE device = 'phone'")
            let found = try PostgresLog.verify(database)
            #expect(found.unreadableDevices == ["phone"] && !found.isSound)
        }

        @Test("A number of a flow means what the present server has by it, which may be another one than before")
        func flowNumbers() async throws {
            let run = ofNodes[0].run
            #expect(try await shared.load([(run, 0)])[run]?.first?.version == SampleRun.version)
            let connection = try server.connection(to: name)
            try connection.run(
                """
                UPDATE keyway.flow SET canonical = 'another table', digest = sha256('another table') || sha256(annotations)
                """)
            try server.cutConnections(to: name)
            for _ in 0..<100 {
                guard let version = try? await shared.load([(run, 0)])[run]?.first?.version else { continue }
                return #expect(version.table == Array("another table".utf8))
            }
            Issue.record("the log is not reached again")
        }

        @Test("A block whose row says that it reaches further than it does is damage, and is not read for ever")
        func wrongEnd() throws {
            try server.connection(to: name).run("UPDATE keyway.block SET next = 9")
            let query = try BlockQuery(reading: database)
            #expect(throws: ReadingFailure.self) { try query.records(of: own.run, from: 3, count: 1) }
        }

        @Test("Blocks of a lost run are counted, though they stand on several pages")
        func straying() throws {
            try server.connection(to: name).run("DELETE FROM keyway.shared_run WHERE place = 2")
            let query = try BlockQuery(reading: database)
            for pageSize in 1...5 as ClosedRange<Int64> {
                #expect(try query.strayBlocks(in: .ofNodes, pageSize: pageSize) == 2)
                #expect(try query.strayBlocks(in: .ofOneProcess, pageSize: pageSize) == 0)
            }
        }

        @Test("Whoever shares the log is listed with the rest of its lease, and runs that nobody looks at are counted")
        func nodes() async throws {
            #expect(try database.surveyNodes().nodes.isEmpty)
            let log = try await database.openSharedLog(answerLimit: .seconds(10))
            guard case .beat = try await log.engine.perform(.beat(lease: 600_000), for: NodeID(3)) else {
                Issue.record("no beat")
                return
            }
            _ = try await log.engine.perform(.beat(lease: -600_000), for: NodeID(4))
            let survey = try database.surveyNodes()
            #expect(survey.nodes.map(\.id) == [NodeID(3), NodeID(4)])
            #expect(survey.nodes[0].restOfLease > 500_000 && survey.nodes[1].restOfLease < -500_000)
            #expect(!survey.nodes[0].label.isEmpty)
            let connection = try server.connection(to: name)
            try connection.run("UPDATE keyway.shared_run SET wake = 5 WHERE place = 1")
            try connection.run("UPDATE keyway.shared_run SET wake = NULL WHERE place = 2")
            let late = try database.surveyNodes()
            #expect(late.overdue.map(\.count) == [1])
            // The sample runs have bytes that are no table, so their flow cannot be read.
            #expect(late.overdue.first?.flow.hasPrefix("unreadable flow") == true)
            #expect(late.overdue.first?.lateness ?? 0 > 1_000_000)
        }

        @Test("A run that is set aside is named as stuck")
        func stuck() throws {
            #expect(try database.stuckRuns().isEmpty)
            try server.connection(to: name).run("UPDATE keyway.shared_run SET is_set_aside = true WHERE place = 2")
            #expect(try database.stuckRuns() == [ofNodes[1].run])
        }
    }
}
