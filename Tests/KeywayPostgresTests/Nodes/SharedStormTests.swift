import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension ServerTests {
    /// Several nodes append to the same runs, while the server ends connections at random moments.
    @Suite("Connections are cut while nodes append to the same runs")
    struct SharedStormTests {
        private let server: TestServer
        private let name: String
        private static let runs = (0..<12 as Range<UInt64>).map { SampleRun($0) }
        private static let length: UInt64 = 25

        init() throws {
            server = try #require(TestServer.shared)
            name = try server.makeDatabase()
        }

        /// A node that appends to all runs, a set at a time, and asks the log after each set what became of it.
        private struct Node {
            let id: UInt64
            /// The log under test, with a function for each statement that nodes make.
            let log: TriedSharedLog
            /// How many appends the node has made: each gets an identity of its own.
            var number: UInt64 = 0
            var generator: SeededGenerator
            /// The sequence of each run's next record, as the log told it last.
            var ends: [RunID: UInt64] = [:]
            /// What this node was told to have won: the run with the first record, and the append.
            var won: [String: AppendID] = [:]
            /// How many sets the server may or may not have done: their answers were lost.
            var doubts = 0

            init(_ id: UInt64, _ log: SharedLog) {
                (self.id, self.log, generator) = (id, TriedSharedLog(log), SeededGenerator(seed: id))
            }

            mutating func appendToAll() async throws {
                while true {
                    let open = SharedStormTests.runs.filter { (ends[$0.run] ?? 0) < SharedStormTests.length }
                    if open.isEmpty { return }
                    let appends = open.shuffled(using: &generator).prefix(6).map { run in
                        number += 1
                        let end = ends[run.run] ?? 0
                        return run.shared(end..<end + 1, by: id, number: number)
                    }
                    try await append(Array(appends))
                }
            }

            private mutating func append(_ appends: [SharedAppend]) async throws {
                do {
                    let winners = try await log.append(appends)
                    for append in appends where winners.contains(append.run) { note(append) }
                } catch EngineFailure.unknown {
                    doubts += 1
                } catch EngineFailure.refused {
                    try await Task.sleep(for: .milliseconds(5))
                }
                // Asks which append begins at each of these records, and where the runs end now, until there is an answer.
                while true {
                    guard let settled = try? await log.settle(appends.map { ($0.run, $0.first) }) else { continue }
                    for append in appends {
                        if settled[append.run]?.storedAppend == append.id { note(append) }
                        ends[append.run] = settled[append.run]?.next ?? ends[append.run]
                    }
                    return
                }
            }

            private mutating func note(_ append: SharedAppend) { won["\(append.run) \(append.first)"] = append.id }
        }

        @Test("Each record of each run has one winner, who knows that it has won, and nothing won is lost")
        func storm() async throws {
            let isOver = Lock(false)
            let (server, name) = (server, name)
            async let cuts = server.cutConnections(to: name, until: isOver)
            let nodes = try await withThrowingTaskGroup(of: Node.self) { group in
                for id in 1...4 as ClosedRange<UInt64> {
                    group.addTask {
                        let log: SharedLog
                        while true {
                            // Connections are cut while the log is opened as well.
                            guard let opened = try? await server.database(name).openSharedLog() else { continue }
                            log = opened
                            break
                        }
                        var node = Node(id, log)
                        try await node.appendToAll()
                        return node
                    }
                }
                return try await group.reduce(into: [Node]()) { $0.append($1) }
            }
            isOver.withLock { $0 = true }
            let (cut, doubts) = (try await cuts, nodes.map(\.doubts).reduce(0, +))
            #expect(cut > 0, "no connection was cut")
            #expect(doubts > 0, "no set was left in doubt, though \(cut) connections were cut")
            var won: [String: AppendID] = [:]
            for node in nodes {
                won.merge(node.won) {
                    Issue.record("\($0) and \($1) have won the same record")
                    return $1
                }
            }
            let log = TriedSharedLog(try await server.database(name).openSharedLog())
            let loaded = try await log.load(Self.runs.map { ($0.run, 0) })
            for run in Self.runs {
                let blocks = try #require(loaded[run.run])
                #expect(blocks.flatMap(\.records).map(\.sequence) == Array(0..<Self.length))
                for block in blocks {
                    // The node whose block it is knows that it has won, also where the answer to its append was lost.
                    let key = "\(run.run) \(block.records.first?.sequence ?? 0)"
                    #expect(won[key] == block.id)
                }
            }
            #expect(won.count == Self.runs.count * Int(Self.length))
        }
    }
}
