import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayPostgres
import KeywayReplay
import KeywayRuns
import KeywayTesting
import LoginFixtures
import ProviderFlows
import Testing

extension ServerTests {
    /// Two servers over one database: one serves, the other waits.
    @Suite("Another server goes on with the sign-ins")
    struct TakeoverTests {
        private let server: TestServer
        private let name: String

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        private func orchestrator(_ label: String, lease: Duration = .seconds(1)) async throws -> Orchestrator {
            let database = try server.database(name, label: label, lease: lease)
            return try await Orchestrator(
                opening: { try await database.openLog(waitingAtMost: .seconds(60)) },
                serving: [Orchestrator.Service { _, _ in OfflineLogin() }],
                time: Orchestrator.SystemTime(beginningAt: try await database.now()),
                device: { _, _ in Device() })
        }

        @Test("A sign-in that was begun on one server ends on the other, and its log agrees with the flow")
        func handedOver() async throws {
            let first = try await orchestrator("first", lease: .seconds(3600))
            async let waiting = orchestrator("second")
            let run = try await first.begin(PhoneLogin.self, reference: "cart 7")
            #expect(try await run.send(OfflineLogin.start) == .accepted)
            try await first.shutDown()
            let second = try await waiting
            #expect(second.unfinished.map(\.reference) == ["cart 7"] && second.unresumed.isEmpty)
            let same = try #require(second.runs(of: PhoneLogin.self, reference: "cart 7").first)
            #expect(same.id == run.id)
            #expect(try await same.send(.cancel) == .accepted)
            #expect(second.unfinished.isEmpty)
            try await second.shutDown()
            let records = try PostgresLog.Reader(server.database(name)).records(of: run.id)
            #expect(try Replay(of: records).disagreement == nil)
            #expect(records.contains { if case .resumed = $0.content { true } else { false } })
            #expect(try PostgresLog.verify(server.database(name)).isSound)
        }

        @Test("A server that was cut off while another one took the log stops its runs, and does not come back")
        func replaced() async throws {
            let first = try await orchestrator("first")
            let run = try await first.begin(PhoneLogin.self, reference: "cart 7")
            #expect(try await run.send(OfflineLogin.start) == .accepted)
            // As if the first server had been silent for a lease.
            try server.connection(to: name).run("UPDATE keyway.log SET is_free = true")
            let second = try await orchestrator("second")
            for _ in 0..<200 where first.logFailure == nil { try await Task.sleep(for: .milliseconds(20)) }
            #expect(first.logFailure as? LogError == .fenced)
            await #expect(throws: RunError.self) { try await run.send(.cancel) }
            await #expect(throws: RunError.self) { try await first.begin(PhoneLogin.self) }
            let same = try #require(second.runs(of: PhoneLogin.self, reference: "cart 7").first)
            #expect(try await same.send(.cancel) == .accepted)
            try await second.shutDown()
            // The log is free again, and still the first server does not have it.
            await #expect(throws: RunError.self) { try await first.begin(PhoneLogin.self) }
            #expect(try PostgresLog.verify(server.database(name)).isSound)
            try await first.shutDown()
        }

        @Test("A server goes on in place when its connections are cut, and nobody notices but who waits for the disk")
        func hiccup() async throws {
            let orchestrator = try await orchestrator("only")
            let run = try await orchestrator.begin(PhoneLogin.self, reference: "cart 7")
            for _ in 0..<5 {
                try server.cutConnections(to: name)
                // Accepted or rejected, a command is answered once it is on record: the log must have been reached again by then.
                _ = try await run.send(OfflineLogin.start)
            }
            #expect(try await run.send(.cancel) == .accepted)
            #expect(orchestrator.logFailure == nil)
            try await orchestrator.shutDown()
            let records = try PostgresLog.Reader(server.database(name)).records(of: run.id)
            #expect(try Replay(of: records).disagreement == nil)
        }
    }
}
