import KeywayCore
import KeywayCrypto
import KeywayKeys
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import LoginFixtures
import Testing

@testable import KeywayPostgres

extension ServerTests {
    @Suite("Nodes with handlers over a database")
    struct LiveNodeTests {
        private let server: TestServer
        private let name: String
        private let houses: [SharedHouse]

        /// Each node reaches the database by connections of its own, as a process of its own would.
        init() async throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
            var houses: [SharedHouse] = []
            for _ in 0..<2 { houses.append(SharedHouse(over: try await server.database(name).openSharedLog())) }
            self.houses = houses
        }

        @Test("The same start on two nodes begins one run and sends one code, and each node goes on with the other's")
        func together() async throws {
            let nodes = try houses.map { try $0.makeNode() }
            try await withRunning(nodes) {
                for number in 0..<20 {
                    async let first = nodes[0].start(.start, of: CodeLogin.self, id: "start-\(number)")
                    async let second = nodes[1].start(.start, of: CodeLogin.self, id: "start-\(number)")
                    let (one, other) = try await (first, second)
                    #expect(one.run.id == other.run.id && one.answer == other.answer)
                    let (here, there) = (nodes[number % 2], nodes[(number + 1) % 2])
                    try await here.wait(for: .awaiting, of: one.run.id)
                    #expect(
                        try await here.run(one.run.id, of: CodeLogin.self).send(.submit(number: 3), id: "submit")
                            == .accepted)
                    try await there.wait(for: .done, of: one.run.id)
                    #expect(
                        try await there.run(one.run.id, of: CodeLogin.self).send(.submit(number: 3), id: "submit")
                            == .accepted)
                }
            }
            let sent = houses.flatMap(\.performed).filter { $0.effect == "send" }
            #expect(sent.count == 20 && Set(sent.map(\.key)).count == 20)
        }

        @Test("What a node was performing when it was gone is performed by the other, with the same key")
        func takenOver() async throws {
            let nodes = [
                try houses[0].makeNode(lease: 1_500) { _ in
                    while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
                    return .wrong
                },
                try houses[1].makeNode(lease: 1_500),
            ]
            try await withRunning(nodes) {
                let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id
                try await nodes[0].wait(for: .awaiting, of: run)
                #expect(
                    try await nodes[0].run(run, of: CodeLogin.self).send(.submit(number: 1), id: "submit") == .accepted)
                houses[0].cutOff(0)
                try await nodes[1].wait(for: .done, of: run)
            }
            let checks = houses.flatMap(\.performed).filter { $0.effect == "check" }
            #expect(checks.count == 2 && Set(checks.map(\.key)).count == 1)
        }

        @Test(
            "By the keys in the database each node has a person's number, and no table has it in clear",
            .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
        func keys() async throws {
            let (phone, wrapping) = ("canary-4917012345", try AESGCMKey.random())
            let nodes = try houses.map { house in
                try house.makeNode(keys: PostgresKeyStore(try server.database(name), wrappedBy: wrapping))
            }
            try await withRunning(nodes) {
                let run = try await nodes[0].start(.start(phone: phone), of: PhoneCheck.self, id: "start").run.id
                try await eventually {
                    try await nodes[1].run(run, of: PhoneCheck.self).situation.state == .awaiting ? true : nil
                }
                #expect(
                    try await nodes[1].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit")
                        == .accepted)
                try await eventually {
                    try await nodes[0].run(run, of: PhoneCheck.self).situation.state == .done ? true : nil
                }
                let rows = try server.connection(to: name).run("SELECT bytes FROM keyway.shared_block").rows
                #expect(rows.count >= 4)
                for row in rows {
                    #expect(!String(decoding: row.bytes(0) ?? [], as: UTF8.self).contains("canary"))
                }
                try await eventually {
                    try server.connection(to: name).run("SELECT 1 FROM keyway.key").rows.isEmpty ? true : nil
                }
            }
            #expect(houses.flatMap(\.performed).map(\.phone) == [phone, phone])
        }
    }
}
