import Testing

@testable import KeywayPostgres

@Suite("A server that is made for the tests")
struct TestClusterTests {
    @Test(
        "It answers, nobody waits for its end, and it is gone once it is removed",
        .enabled(if: Connection.isAvailable && TestCluster.canBeMade, "the user is root, or a program is missing"))
    func life() throws {
        let cluster = try #require(TestCluster.make())
        let address = try #require(ConnectionAddress(cluster.address, preparesStatements: false))
        let answer = try Connection(to: address, before: .after(.seconds(10))).run("SELECT 1::bigint")
        #expect(answer.rows.first?.integer(0) == 1)
        cluster.remove()
        #expect(throws: QueryFailure.self) { try Connection(to: address, before: .after(.seconds(10))) }
    }
}
