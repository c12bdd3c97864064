import Foundation
import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// A run is read as a node wrote it, or reported as damaged; other runs are read all the same.
    @Suite("Blocks of nodes that are not as they were written")
    struct SharedDamageTests {
        private let name: String
        private let log: TriedSharedLog
        private let server: TestServer
        private let runs = [SampleRun(1), SampleRun(2)]

        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            log = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
            for run in runs {
                try await log.append(run.shared(0..<2))
                try await log.append(run.shared(2..<4))
                try await log.append(run.shared(4..<5))
            }
        }

        @Test(
            "Each kind of damage is told with the run and the record from which on nothing can be read",
            arguments: [
                "UPDATE keyway.shared_block b SET bytes = set_byte(bytes, 5, get_byte(bytes, 5) # 1)",
                "UPDATE keyway.shared_block b SET bytes = (SELECT bytes FROM keyway.shared_block WHERE place = 2 AND first = 2)",
                "UPDATE keyway.shared_block b SET append = append + 1",
                "UPDATE keyway.shared_block b SET node = node + 1",
                "UPDATE keyway.shared_block b SET next = 9", "UPDATE keyway.shared_block b SET bytes = ''",
                "DELETE FROM keyway.shared_block b",
            ])
        func damaged(change: String) async throws {
            try server.connection(to: name).run(change + " WHERE b.place = 1 AND b.first = 2")
            try await expectDamage(from: 2)
            // A reader that asks from the damaged record on is told as well, and a reader of another run reads on.
            let rest = try await log.load([(runs[0].run, 2), (runs[1].run, 4)])
            #expect(rest[runs[0].run]?.last?.fault?.first == 2)
            #expect(rest[runs[1].run]?.flatMap(\.records) == runs[1].records(4..<5))
        }

        @Test("A run whose last block is lost is told to be damaged, and does not seem to end there")
        func lostEnd() async throws {
            try server.connection(to: name).run("DELETE FROM keyway.shared_block WHERE place = 1 AND first = 4")
            try await expectDamage(from: 4)
            let blocks = try await log.load([(runs[0].run, 4)])[runs[0].run]
            #expect(blocks?.count == 1 && blocks?.first?.fault?.first == 4)
        }

        @Test("A run whose flow is lost, or has changed, is told to be damaged")
        func lostFlow() async throws {
            try server.connection(to: name).run("UPDATE keyway.shared_run SET flow = 99 WHERE place = 1")
            try await expectDamage(from: 0)
        }

        @Test("A run whose records the server itself cannot read is told to be damaged, to nodes and by verifying")
        func unreadable() async throws {
            try server.connection(to: name).makeUnreadable("place = 1 AND first = 2", of: "shared_block", in: name)
            let log = TriedSharedLog(try await server.database(name).openSharedLog(answerLimit: .seconds(10)))
            try await expectDamage(from: 0, in: log)
            let verification = try PostgresLog.verify(try server.database(name))
            #expect(verification.findings.map(\.run) == [runs[0].run])
        }

        @Test("A run of which a later version wrote a block is told as that by verifying, and the others are read")
        func newer() throws {
            let connection = try server.connection(to: name)
            let place = "WHERE place = 1 AND first = 4"
            let row = try connection.run("SELECT node, append FROM keyway.shared_block \(place)").rows.first
            let id = try #require(row?.appendID(0))
            // Leg, sequence and time in two bytes stand before the kind.
            let block = StoredBlock.holding(4..<5, of: runs[0], by: .node(id)) { $0[4] = 99 }
            let digits = block.bytes.map { String(format: "%02x", $0) }.joined()
            try connection.run("UPDATE keyway.shared_block SET bytes = decode('\(digits)', 'hex') \(place)")
            let found = try PostgresLog.verify(try server.database(name))
            #expect(found.findings.map(\.run) == [runs[0].run] && found.findings.first?.kind == .newer)
            #expect(!found.isSound && found.runs == 2 && found.records == 5)
            try connection.run("UPDATE keyway.shared_block SET bytes = '' \(place)")
            #expect(try PostgresLog.verify(try server.database(name)).findings.map(\.kind) == [.damage])
        }

        /// Expects that the first run can be read up to the record, and the second one whole.
        private func expectDamage(from first: UInt64, in reopened: TriedSharedLog? = nil) async throws {
            let loaded = try await (reopened ?? log).load(runs.map { ($0.run, 0) })
            let blocks = try #require(loaded[runs[0].run])
            #expect(blocks.flatMap(\.records) == runs[0].records(0..<first))
            let fault = try #require(blocks.last?.fault)
            #expect(fault.first == first && blocks.dropLast().allSatisfy { $0.fault == nil })
            guard case .malformed(let reason) = fault.reason else {
                Issue.record("\(fault)")
                return
            }
            #expect(reason.contains("\(runs[0].run)") && reason.contains("record \(first)"))
            #expect(loaded[runs[1].run]?.flatMap(\.records) == runs[1].records(0..<5))
            #expect(loaded[runs[1].run]?.allSatisfy { $0.fault == nil } == true)
        }
    }
}
