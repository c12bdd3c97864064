import KeywayCore
import KeywayLog
import KeywayNodes
import LoginFixtures
import Testing

@testable import KeywayOrchestrator

@Suite("The handlers of a run at a node, over the pauses of the run", .timeLimit(.minutes(20)))
struct KeptHandlersTests {
    /// Counts handlers: those that were made, and those that are not released yet.
    private final class Tally: Sendable {
        private let counts = Lock((made: 0, there: 0))

        var made: Int { counts.withLock { $0.made } }
        var there: Int { counts.withLock { $0.there } }

        func note(_ change: Int) {
            counts.withLock { counts in
                counts.there += change
                counts.made += max(change, 0)
            }
        }
    }

    /// Lives as long as the handlers that hold it, and tells the tally of its beginning and end.
    private final class Token: Sendable {
        private let tally: Tally

        init(_ tally: Tally) {
            self.tally = tally
            tally.note(1)
        }

        deinit { tally.note(-1) }
    }

    /// The code 3 is right.
    private struct Handlers: CodeLogin.Effects {
        let token: Token

        func send() async throws -> CodeLogin.SendReply { .sent }
        func check(number: Int) async throws -> CodeLogin.CheckReply { number == 3 ? .right : .wrong }
    }

    private let log = SharedLog.inMemory()

    private func makeNode(_ tally: Tally) throws -> Node {
        var terms = NodeTerms()
        (terms.poll, terms.watch) = (20, 20)
        let service = Orchestrator.Service { _, _ in Handlers(token: Token(tally)) }
        return try Node(in: log, serving: [service], terms: terms)
    }

    @Test("They are made once, kept while the run waits for somebody, and let go when it is over")
    func once() async throws {
        let tally = Tally()
        let node = try makeNode(tally)
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            for number in 1...2 {
                try await node.wait(for: .awaiting, of: run.id)
                #expect(tally.there == 1)
                #expect(try await run.send(.submit(number: number), id: "submit \(number)") == .accepted)
            }
            try await node.wait(for: .awaiting, of: run.id)
            #expect(try await run.send(.submit(number: 3), id: "submit 3") == .accepted)
            try await node.wait(for: .done, of: run.id)
            #expect(try await eventually { tally.there == 0 } && tally.made == 1)
        }
    }

    @Test("They are let go when another node has gone on with the run, and the next effect here gets new ones")
    func elsewhere() async throws {
        let tallies = [Tally(), Tally()]
        let nodes = [try makeNode(tallies[0]), try makeNode(tallies[1])]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run
            try await nodes[0].wait(for: .awaiting, of: run.id)
            #expect(
                try await nodes[1].run(run.id, of: CodeLogin.self).send(.submit(number: 1), id: "elsewhere")
                    == .accepted)
            try await nodes[1].wait(for: .awaiting, of: run.id)
            #expect(tallies.map(\.there) == [1, 1])
            try await nodes[0].wait(for: .awaiting, of: run.id)
            #expect(try await eventually { tallies[0].there == 0 })
            #expect(try await run.send(.submit(number: 3), id: "here") == .accepted)
            try await nodes[1].wait(for: .done, of: run.id)
            #expect(tallies.map(\.made) == [2, 1])
            #expect(try await eventually { tallies.allSatisfy { $0.there == 0 } })
        }
    }

    @Test("A node that has ended keeps none")
    func ended() async throws {
        let tally = Tally()
        let node = try makeNode(tally)
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            try await node.wait(for: .awaiting, of: run.id)
            #expect(tally.there == 1)
        }
        #expect(try await eventually { tally.there == 0 })
    }
}
