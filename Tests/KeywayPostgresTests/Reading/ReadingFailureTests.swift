import KeywayLog
import Testing

@testable import KeywayPostgres

@Suite("What is told of a database that cannot be read")
struct ReadingFailureTests {
    private let address = ConnectionAddress(
        "the string", saying: [ConnectionAddress.Option(name: "dbname", value: "signin")], preparesStatements: true,
        environment: { _ in nil })

    @Test("What a newer version wrote is told as that, and what no log wrote as damage")
    func newer() {
        let newer = ReadingFailure.unreadable(.newer("it is newer"))
        #expect(LogError(newer, address) == .newer("the database 'signin': it is newer"))
        let failure = PostgresLog.Failure(newer, address)
        #expect(failure == .newerContent(database: "the database 'signin'", "it is newer"))
        #expect("\(failure)" == "the database 'signin': it is newer")
        let damaged = ReadingFailure.damaged("it is damaged")
        #expect(LogError(damaged, address) == .damaged("the database 'signin': it is damaged"))
        #expect(PostgresLog.Failure(damaged, address) == .damaged(database: "the database 'signin'", "it is damaged"))
    }
}
