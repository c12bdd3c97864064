import KeywayLog
import Testing

@testable import KeywayCommandLine
@testable import KeywayPostgres

/// The tests of KeywayPostgres ask a real server about its nodes. These check what the command prints of the answer.
@Suite("keyway nodes")
struct NodesTests {
    private typealias Node = PostgresDatabase.KnownNode

    private let living = Node(id: NodeID(3), label: "web-1 4242", restOfLease: 8200)
    private let gone = Node(id: NodeID(4), label: "web-2 77", restOfLease: -720_000)

    private let late = PostgresDatabase.OverdueRuns(flow: "PhoneLogin", version: 2, count: 2, lateness: 3200)

    @Test("Each node is listed with the rest of its lease, and what waits is counted")
    func lines() {
        let survey = PostgresDatabase.NodeSurvey(nodes: [living, gone], overdue: [late])
        #expect(
            survey.lines(fitting: nil) == [
                "node              name        state",
                "0000000000000003  web-1 4242  lives, its lease ends in 8.2 s",
                "0000000000000004  web-2 77    gone, its lease ended 12 min ago",
                "2 runs of PhoneLogin, version 2, should have been looked at, the first 3.2 s ago",
                "the log has no feed",
            ])
        #expect(
            PostgresDatabase.NodeSurvey().lines(fitting: nil) == [
                "no node has ever shared this log", "no run waits for a look", "the log has no feed",
            ])
    }

    @Test("A feed that is behind says for whose transaction it waits, and is a problem after a minute")
    func feed() {
        func survey(lag: Int64, _ name: String? = nil) -> PostgresDatabase.NodeSurvey {
            PostgresDatabase.NodeSurvey(feed: .init(lag: lag, oldest: name.map { .init(name: $0, age: 840_000) }))
        }
        let sentences = [
            survey(lag: 0, "session 42"), survey(lag: 30, "session 42 of psql in signin"), survey(lag: 61_000),
        ].map { $0.lines(fitting: nil).last }
        #expect(
            sentences == [
                "the feed has nothing to wait for",
                "the feed is 0.03 s behind: session 42 of psql in signin has had a transaction open for 14 min",
                "the feed is 1 min 1 s behind: a transaction is open that this user may not see",
            ])
        #expect(survey(lag: 60_000).stalledFeed == nil && survey(lag: 60_001).stalledFeed?.lag == 60_001)
        #expect(PostgresDatabase.NodeSurvey().stalledFeed == nil)
    }

    @Test("Runs that wait are a problem where no node lives, and also where one lives that does not look at them")
    func neglected() {
        #expect(PostgresDatabase.NodeSurvey(nodes: [living], overdue: [late]).neglected.isEmpty)
        #expect(PostgresDatabase.NodeSurvey(nodes: [gone]).neglected.isEmpty)
        #expect(PostgresDatabase.NodeSurvey(nodes: [gone], overdue: [late]).neglected == [late])
        var unserved = late
        unserved.lateness = 61_000
        let survey = PostgresDatabase.NodeSurvey(nodes: [living], overdue: [late, unserved])
        #expect(survey.neglected == [unserved])
    }

    @Test("A folder is refused: one process writes the log in it")
    func folder() {
        let call = keyway("nodes", "/tmp")
        #expect(call.code == .usage && call.errors.first?.contains("needs the address of a database") == true)
    }
}
