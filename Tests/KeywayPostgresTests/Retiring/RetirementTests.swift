import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayNodes
@testable import KeywayPostgres

extension ServerTests {
    /// A sample's records stand a second apart from 1970 on: a run of four ends at 3 s.
    @Suite("Runs that leave a database")
    struct RetirementTests {
        private static let phone = DeviceID("phone 7")

        private let server: TestServer
        private let name: String
        private let database: PostgresDatabase
        private let shared: TriedSharedLog
        private let early = SampleRun(1)
        private let open = SampleRun(2)
        private let late = SampleRun(3)
        private let own = SampleRun(7)

        /// A database with an ended run of one process, and of nodes an ended run, an open one and one that ended later.
        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            database = try server.database(name)
            let log = try await database.openLog()
            try await log.append(own.append(0..<4, isOver: true))
            try await log.close()
            shared = TriedSharedLog(try await database.openSharedLog(answerLimit: .seconds(10)))
            try await shared.append(early.shared(0..<2, request: "one", on: Self.phone))
            try await shared.append(early.shared(2..<4, isOver: true))
            try await shared.append(open.shared(0..<4))
            try await shared.append(late.shared(0..<10, isOver: true))
        }

        private func makeRetirement(
            before milliseconds: Int64 = 5_000, isTrial: Bool = false
        ) throws -> Retirement {
            try Retirement(
                of: database, endedBefore: Instant(milliseconds: milliseconds), isTrial: isTrial)
        }

        /// Removes what ended before; returns the runs that were to go, and how many went.
        private func retire(before milliseconds: Int64 = 5_000) throws -> (runs: [RunID], count: Int) {
            var retirement = try makeRetirement(before: milliseconds)
            var (runs, count): ([RunID], Int) = ([], 0)
            while let set = try retirement.nextSet() {
                runs += set.runs.map(\.run)
                count += try retirement.remove(set)
            }
            return (runs, count)
        }

        @Test("A run that the server cannot read stays and is named, and the others of its set are read")
        func unreadable() async throws {
            let connection = try server.connection(to: name)
            try connection.makeUnreadable("place = 1", of: "block", in: name)
            try connection.makeUnreadable("place = 1", of: "shared_block", in: name)
            var retirement = try makeRetirement(before: 100_000, isTrial: true)
            var runs: [RunID] = []
            while let set = try retirement.nextSet() { runs += set.runs.map(\.run) }
            #expect(runs == [late.run] && retirement.unreadable.count == 2)
            #expect(retirement.unreadable.allSatisfy { $0.contains("the server cannot read it") })
            #expect(try PostgresLog.verify(database).findings.map(\.run) == [own.run, early.run])
        }

        @Test("Runs that are over and ended in time go, of one process and of nodes, and all others stay whole")
        func ended() async throws {
            let keys = try server.connection(to: name)
            try keys.run("INSERT INTO keyway.key SELECT run, 'wrapped' FROM keyway.shared_run")
            let gone = try retire()
            #expect(gone.runs == [own.run, early.run] && gone.count == 2)
            let reader = try PostgresLog.Reader(database)
            #expect(reader.runs == [open.run, late.run])
            #expect(try reader.records(of: late.run) == late.records(0..<10))
            #expect(try PostgresLog.verify(database).isSound)
            #expect(try keys.run("SELECT run FROM keyway.key").rows.count == 2)
            #expect(try keys.run("SELECT place FROM keyway.shared_block").rows.count == 2)
            #expect(try keys.run("SELECT place FROM keyway.block").rows.isEmpty)
            // Its identity is free: the run can begin, and be imported, again.
            #expect(try await shared.append(early.shared(0..<2, request: "one")) == [early.run])
        }

        @Test("The records of a run that is to go are all there, for whoever archives them")
        func records() throws {
            var retirement = try makeRetirement(isTrial: true)
            let sets = [try #require(try retirement.nextSet()), try #require(try retirement.nextSet())]
            #expect(try retirement.nextSet() == nil)
            #expect(sets.flatMap(\.runs).map(\.records) == [own.records(0..<4), early.records(0..<4)])
            #expect(retirement.openRuns == 1 && retirement.unreadable.isEmpty)
            #expect(try PostgresLog.Reader(database).runs.count == 4)
        }

        @Test("A run that gets a record after it was read stays, with all of its records")
        func appended() async throws {
            var retirement = try makeRetirement()
            _ = try retirement.nextSet()
            let set = try #require(try retirement.nextSet())
            try await shared.append(early.shared(4..<5, isOver: true))
            #expect(try retirement.remove(set) == 0)
            #expect(try PostgresLog.Reader(database).records(of: early.run) == early.records(0..<5))
        }

        @Test("A run that leaves the log after it was listed is no damage: it is passed over, and has no records")
        func leftMeanwhile() throws {
            let reader = try PostgresLog.Reader(database)
            var gone = 0
            // Three are read when `late` goes, which was listed with them.
            let found = try PostgresLog.verify(database) { count in
                if count == 3 { gone += (try? retire(before: 100_000).count) ?? 0 }
                return true
            }
            #expect(gone == 3)
            #expect(found.findings.isEmpty && found.runs == 3 && found.isSound)
            for run in [own, early, late] { #expect(try reader.records(of: run.run).isEmpty) }
            #expect(try reader.records(of: open.run) == open.records(0..<4))
        }

        @Test("A run of one process that leaves the log between two parts of its reading has no records")
        func leftBetweenParts() async throws {
            let long = SampleRun(8)
            let log = try await database.openLog()
            for sequence in 0..<UInt64(BlockQuery.greatestCount + 1) {
                try await log.append(long.append(sequence..<sequence + 1, isOver: true))
            }
            try await log.close()
            let query = try BlockQuery(reading: database)
            #expect(try query.allRecords(of: long.run, in: .ofOneProcess).count == BlockQuery.greatestCount + 1)
            // A view takes the table's place, which has runs for the first question only.
            try server.connection(to: name).runScript(
                """
                ALTER TABLE keyway.run RENAME TO kept_run;
                CREATE SEQUENCE keyway.question;
                CREATE VIEW keyway.run AS SELECT * FROM keyway.kept_run WHERE nextval('keyway.question') = 1;
                """)
            #expect(try query.allRecords(of: long.run, in: .ofOneProcess).isEmpty)
        }

        @Test("A run that another statement has locked is not waited for, and stays")
        func locked() async throws {
            let (server, name) = (server, name)
            async let other: Void = onThread { () throws(LockFailure) in
                do {
                    try server.connection(to: name).run(
                        """
                        WITH held AS MATERIALIZED (SELECT place FROM keyway.shared_run WHERE place = 1 FOR NO KEY UPDATE)
                        SELECT pg_sleep(4) FROM held
                        """)
                } catch {
                    throw LockFailure()
                }
            }.get()
            let watch = try server.connection(to: name)
            let sleeping = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '\(name)'"
            while try watch.run(sleeping).rows.isEmpty { try await Task.sleep(nanoseconds: 10_000_000) }
            #expect(try retire().count == 1)
            #expect(try !watch.run(sleeping).rows.isEmpty)
            try await other
            #expect(try retire().count == 1)
        }

        private struct LockFailure: Error {}

        @Test("A damaged run is named and stays")
        func damaged() throws {
            try server.connection(to: name).run(
                "UPDATE keyway.shared_block SET bytes = '' WHERE place = 1 AND first = 2")
            var retirement = try makeRetirement()
            while let set = try retirement.nextSet() { #expect(set.runs.map(\.run) == [own.run]) }
            #expect(retirement.unreadable.count == 1 && retirement.unreadable[0].contains("\(early.run)"))
        }

        @Test("A damaged run of one process is named and stays, and the runs beside it go")
        func damagedBesideOthers() async throws {
            let other = SampleRun(8)
            let log = try await database.openLog()
            try await log.append(other.append(0..<4, isOver: true))
            try await log.close()
            try server.connection(to: name).run("UPDATE keyway.block SET bytes = '' WHERE place = 1")
            var retirement = try makeRetirement()
            var runs: [RunID] = []
            while let set = try retirement.nextSet() { runs += set.runs.map(\.run) }
            #expect(runs == [other.run, early.run])
            #expect(retirement.unreadable.count == 1 && retirement.unreadable[0].contains("\(own.run)"))
        }

        @Test("Old runs are found behind many that go on, and none is looked for behind many that began later")
        func manyRuns() async throws {
            let connection = try server.connection(to: name)
            try connection.run(
                """
                INSERT INTO keyway.shared_run (run, next, flow, is_over)
                SELECT gen_random_uuid(), 1, 1, false FROM generate_series(1, 2000)
                """)
            let last = SampleRun(1_000)
            try await shared.append(last.shared(0..<2, isOver: true))
            #expect(try retire().runs == [own.run, early.run, last.run])
            // From here on every run began later than the runs that are to go.
            for number in 0..<5 as Range<UInt64> {
                try await shared.append(
                    (0..<256 as Range<UInt64>).map { place in
                        let run = SampleRun(2_000 + 256 * number + place)
                        var append = run.shared(0..<1, isOver: true)
                        append.records = [run.record(0, at: 60_000, run.began)]
                        return append
                    })
            }
            let behind = SampleRun(9_000)
            try await shared.append(behind.shared(0..<2, isOver: true))
            #expect(try retire().runs.isEmpty)
        }

        @Test("Nodes whose lease ended before go, and a node whose row is gone lives again with its next beat")
        func nodes() async throws {
            _ = try await shared.beat(3, lease: -600_000)
            let now = try await shared.beat(4)
            #expect(try makeRetirement(before: now - 60_000, isTrial: true).removeNodes() > 0)
            #expect(try database.surveyNodes().nodes.contains { $0.id == NodeID(3) })
            _ = try makeRetirement(before: now - 60_000).removeNodes()
            #expect(try database.surveyNodes().nodes.map(\.id) == [NodeID(4)])
            try await shared.beat(3)
            #expect(try await shared.living([3])[NodeID(3)] != nil)
        }

        @Test("A device's row goes when no run holds its sources, stands in its lines or is to hear what it keeps")
        func devices() async throws {
            func put(_ state: DeviceState, _ name: String) async throws {
                let device = DeviceID(name)
                let row = try #require(try await shared.devices([device])[device])
                try #require(
                    try await shared.change([DeviceChange(device, expecting: row.version, bytes: state.bytes)]).count
                        == 1)
            }
            func held(by run: RunID) -> DeviceState {
                var state = DeviceState()
                state.holders = [.init(source: .init(name: "sdk", typeName: "word"), run: run)]
                return state
            }
            var waiting = DeviceState()
            waiting.ask(LaneRequest(run: open.run, leg: 0, lane: 0, sequence: 1, provider: "sdk"))
            var kept = DeviceState()
            _ = kept.retain(
                .text("ready"), as: [.init(source: .init(name: "sdk", typeName: "word"), kind: .text("ready"))])
            try await put(held(by: early.run), "held by an old run")
            try await put(held(by: open.run), "held by an open run")
            try await put(waiting, "in a line")
            try await put(kept, "retains")
            _ = try await shared.devices([DeviceID("new"), DeviceID("")])
            // A trial counts as if the old runs were gone.
            var trial = try makeRetirement(isTrial: true)
            #expect(try trial.removeDevices() == 2)
            while try trial.nextSet() != nil {}
            #expect(try trial.removeDevices() == 3)
            _ = try retire()
            #expect(try makeRetirement().removeDevices() == 3)
            let rows = try server.connection(to: name).run("SELECT device FROM keyway.shared_device").rows
            #expect(
                Set(rows.compactMap { $0.text(0) }) == ["held by an open run", "in a line", "retains"])
        }

        @Test("A device that comes back after its row was removed never has a version that a node still believes")
        func versions() async throws {
            let known = try #require(try await shared.devices([Self.phone])[Self.phone])
            let change = DeviceChange(Self.phone, expecting: known.version, bytes: DeviceState().bytes)
            #expect(try await shared.change([change]) == [Self.phone])
            #expect(try makeRetirement().removeDevices() == 1)
            #expect(try await shared.change([change]).isEmpty)
            try await Task.sleep(nanoseconds: 5_000_000)
            let anew = try #require(try await shared.devices([Self.phone])[Self.phone])
            #expect(anew.version > known.version + 1)
        }

        @Test("Keys of runs that never began go, but not where one process has the log, and no young ones")
        func unusedKeys() async throws {
            let name = try server.makeDatabase()
            let (database, connection) = (try server.database(name), try server.connection(to: name))
            let shared = TriedSharedLog(try await database.openSharedLog(answerLimit: .seconds(10)))
            var generator = SeededGenerator(seed: 1)
            let now = Int64(200_000_000)
            let old = RunID.dated(Instant(milliseconds: 1_000), using: &generator)
            let begun = RunID.dated(Instant(milliseconds: 2_000), using: &generator)
            let young = RunID.dated(Instant(milliseconds: now - 80_000_000), using: &generator)
            try await shared.append(SampleRun(1).shared(0..<1))
            try connection.run("UPDATE keyway.shared_run SET run = '\(begun)'::uuid")
            for run in [old, begun, young] {
                try connection.run("INSERT INTO keyway.key (run, wrapped) VALUES ('\(run)'::uuid, 'k')")
            }
            func retirement(isTrial: Bool) throws -> Retirement {
                try Retirement(of: database, endedBefore: Instant(milliseconds: now), isTrial: isTrial)
            }
            #expect(try retirement(isTrial: true).removeUnusedKeys() == 1)
            try connection.run("UPDATE keyway.log SET epoch = 1")
            #expect(try retirement(isTrial: false).removeUnusedKeys() == 0)
            try connection.run("UPDATE keyway.log SET epoch = 0")
            #expect(try retirement(isTrial: false).removeUnusedKeys() == 1)
            let left = try connection.run("SELECT run FROM keyway.key ORDER BY run").rows.compactMap { $0.identity(0) }
            #expect(left == [begun, young])
        }

        @Test("A user who may not delete is told which rights are missing, and may still ask what would go")
        func rights() throws {
            let connection = try server.connection(to: name)
            let role = "\(name)_role"
            try connection.run("CREATE ROLE \(role)")
            defer {
                _ = try? connection.run("DROP OWNED BY \(role)")
                _ = try? connection.run("DROP ROLE \(role)")
            }
            try connection.run("GRANT USAGE ON SCHEMA keyway TO \(role)")
            try connection.run("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA keyway TO \(role)")
            let limited = try PostgresDatabase(server.address(of: name, withRightsOf: role))
            var trial = try Retirement(of: limited, endedBefore: Instant(milliseconds: 5_000), isTrial: true)
            #expect(try trial.nextSet()?.runs.count == 1)
            #expect {
                _ = try Retirement(of: limited, endedBefore: Instant(milliseconds: 5_000), isTrial: false)
            } throws: { error in
                "\(error)".contains("lacks rights") && "\(error)".contains("DELETE keyway.run")
                    && "\(error)".contains("DELETE keyway.shared_device")
            }
            // Without the schema the server says it itself.
            try connection.run("REVOKE USAGE ON SCHEMA keyway FROM \(role)")
            #expect {
                _ = try Retirement(of: limited, endedBefore: Instant(milliseconds: 5_000), isTrial: true)
            } throws: { error in
                "\(error)".contains("lacks rights") && !"\(error)".contains("are missing")
            }
        }
    }
}
