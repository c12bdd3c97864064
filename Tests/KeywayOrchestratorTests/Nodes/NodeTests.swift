import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayReplay
import KeywayRuns
import LoginFixtures
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("Nodes that share a log")
struct NodeTests {
    private let house = SharedHouse()

    @Test("The same start on two nodes in one moment begins one run, and one node sends the code")
    func twice() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            for number in 0..<50 {
                async let first = nodes[0].start(.start, of: CodeLogin.self, id: "start-\(number)")
                async let second = nodes[1].start(.start, of: CodeLogin.self, id: "start-\(number)")
                let (one, other) = try await (first, second)
                #expect(one.run.id == other.run.id && one.answer == .accepted && other.answer == .accepted)
                try await nodes[number % 2].wait(for: .awaiting, of: one.run.id)
            }
        }
        #expect(house.performed.count == 50 && Set(house.performed.map(\.key)).count == 50)
    }

    @Test("The identity of a run begins with the time of its log, and so that of a later run is greater")
    func dated() async throws {
        let ahead: Int64 = 2_000_000_000_000
        let house = SharedHouse(over: SharedLog(MemorySharedLog { ahead + monotonicMilliseconds() }))
        let node = try house.makeNode()
        try await withRunning([node]) {
            let began = ahead + monotonicMilliseconds()
            var runs: [RunID] = []
            for number in 0..<3 {
                runs.append(try await node.start(.start, of: CodeLogin.self, id: "start-\(number)").run.id)
                try await Task.sleep(for: .milliseconds(20))
            }
            let times = runs.map { Int64($0.high >> 16) }
            // The node may take the log's clock for earlier than it is, by as much as an answer has taken.
            #expect(times.allSatisfy { (began - 5_000...ahead + monotonicMilliseconds()).contains($0) })
            #expect(runs == runs.sorted() && Set(runs.map(\.low)).count == 3)
        }
    }

    @Test("A run goes on at whichever node is asked, and a command that is asked again gets its first answer there")
    func anywhere() async throws {
        let nodes = [try house.makeNode(), try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id
            try await nodes[1].wait(for: .awaiting, of: run)
            let early = try await nodes[2].run(run, of: CodeLogin.self).send(.start, id: "again")
            #expect(early == .rejected(.notNow))
            #expect(try await nodes[1].run(run, of: CodeLogin.self).send(.submit(number: 3), id: "submit") == .accepted)
            try await nodes[0].wait(for: .done, of: run)
            for node in nodes {
                #expect(try await node.run(run, of: CodeLogin.self).send(.submit(number: 3), id: "submit") == .accepted)
                #expect(try await node.run(run, of: CodeLogin.self).send(.start, id: "again") == .rejected(.notNow))
                #expect(try await node.state(of: run) == .done)
            }
            await #expect(throws: NodeError.refused(.identityInUse("submit"))) {
                try await nodes[0].run(run, of: CodeLogin.self).send(.submit(number: 4), id: "submit")
            }
            // The node that ordered an effect performs it.
            #expect(house.performed.map(\.node) == [0, 1])
            #expect(try Replay(of: try await house.records(of: run)).disagreement == nil)
        }
    }

    @Test("A webhook that comes to two nodes in one moment is heard once by its identity, and twice without one")
    func webhook() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id
            try await nodes[1].wait(for: .awaiting, of: run)
            func heard() async throws -> [String?] {
                try await house.records(of: run).compactMap { record in
                    if case .event(let event) = record.content, event.cause == .heard { event.inputID } else { nil }
                }
            }
            for number in 0..<20 {
                let id = "delivery \(number)"
                async let first: Void = nodes[0].run(run, of: CodeLogin.self).deliver(.object([:]), id: id)
                async let second: Void = nodes[1].run(run, of: CodeLogin.self).deliver(.object([:]), id: id)
                _ = try await (first, second)
            }
            #expect(try await heard() == (0..<20).map { "delivery \($0)" })
            for node in nodes { try await node.run(run, of: CodeLogin.self).deliver(.object([:])) }
            #expect(try await heard().suffix(2) == [nil, nil])
            await #expect(throws: NodeError.refused(.identityInUse("delivery 3"))) {
                try await nodes[0].run(run, of: CodeLogin.self).send(.cancel, id: "delivery 3")
            }
        }
    }

    @Test("What a node was performing when it was gone is performed by another, with the same key")
    func takenOver() async throws {
        let nodes = [
            try house.makeNode(lease: 2_000) { _ in
                // It never answers.
                while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
                return .wrong
            },
            try house.makeNode(lease: 2_000),
        ]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id
            try await nodes[0].wait(for: .awaiting, of: run)
            #expect(try await nodes[0].run(run, of: CodeLogin.self).send(.submit(number: 1), id: "submit") == .accepted)
            try await nodes[1].wait(for: .checking, of: run)
            house.cutOff(0)
            try await nodes[1].wait(for: .done, of: run)
            let checks = house.performed.filter { $0.effect == "check" }
            #expect(checks.map(\.node) == [0, 1] && checks[0].key == checks[1].key && checks[0].key != nil)
            let records = try await house.records(of: run)
            #expect(records.contains { if case .takenOver = $0.content { true } else { false } })
            #expect(try Replay(of: records).disagreement == nil)
        }
    }

    @Test("A deadline of a run whose node is gone is let happen by another node")
    func deadline() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(
                .start, of: CodeLogin.self, parameters: .init(patience: .seconds(2)), id: "start"
            ).run.id
            try await nodes[1].wait(for: .awaiting, of: run)
            house.cutOff(0)
            // No caller asks a node for the run: the node that is left lets the deadline happen by itself.
            let causes = try await eventually { () -> [Cause]? in
                let causes = try await house.records(of: run).compactMap(\.event?.cause)
                return causes.last == .timer ? causes : nil
            }
            #expect(causes == [.asked, .replied, .timer])
        }
    }

    @Test("A node that is cut off says that a command's outcome is unknown, and another node takes the same command")
    func cutOff() async throws {
        let nodes = [try house.makeNode(patience: 3_000), try house.makeNode()]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id
            try await nodes[0].wait(for: .awaiting, of: run)
            house.cutOff(0)
            await #expect(throws: NodeError.outcomeUnknown) {
                try await nodes[0].run(run, of: CodeLogin.self).send(.cancel, id: "cancel")
            }
            #expect(try await nodes[1].run(run, of: CodeLogin.self).send(.cancel, id: "cancel") == .accepted)
        }
    }

    @Test("A node that does not run, a run that does not exist and a flow that is not served are errors of their own")
    func refusals() async throws {
        let node = try house.makeNode()
        await #expect(throws: NodeError.unavailable) { try await node.start(.start, of: CodeLogin.self, id: "start") }
        try await withRunning([node]) {
            await #expect(throws: NodeError.noSuchRun) {
                try await node.run(RunID(high: 1, low: 1), of: CodeLogin.self).send(.cancel, id: "cancel")
            }
            await #expect(throws: NodeError.unserved(flow: "AccountDeletion")) {
                try await node.start(.cancel, of: AccountDeletion.self, id: "delete")
            }
        }
    }

    @Test("The error for a run with which a node does not go on names the reason: damage, a newer version, or its key")
    func unfolded() {
        #expect(NodeError(.malformed(MalformedRecord(sequence: 3))) == .damaged(sequence: 3))
        #expect(NodeError(.locked(.unavailable("out"))) == .key(.unavailable("out")))
        let newer = NodeError(.newer(sequence: 3))
        #expect(newer == .newer(sequence: 3))
        #expect("\(newer)" == "a newer version of Keyway wrote the run from record 3 on; ask a node of that version")
    }

    @Test("A flow that cannot run on many nodes is refused, with the reason")
    func unfit() {
        func fault(_ table: Table, hasKeys: Bool = false) -> NodeError? {
            do throws(NodeError) { try RunningFlow(table).checkForNodes(hasKeys: hasKeys) } catch { return error }
            return nil
        }
        #expect(fault(CodeLogin.table) == nil)
        #expect(fault(AccountDeletion.table, hasKeys: true) == nil)
        let needsKeys = NodeError.unfitFlow("OTPlessSNA", .takesClassified(effect: "begin"))
        #expect(fault(OTPlessSNA.table) == needsKeys)
        for table in [OTPlessSNA.table, OTPlessSmartAuth.table, TruecallerOTP.table, PhoneLogin.table] {
            #expect(fault(table, hasKeys: true) == nil)
        }
        #expect(fault(AccountDeletion.table) == .unfitFlow("AccountDeletion", .takesClassified(effect: "findAccount")))
    }
}
