import KeywayNodes
import Testing

@testable import KeywayPostgres

@Suite("What a node is told of a statement that failed")
struct EngineFailureTests {
    @Test(
        "An error that rolls back is a refusal",
        arguments: [
            "40001", "40P01", "55P03", "53300", "53100", "57014", "42601", "42P01", "42501", "23505", "22021", "54000",
            "25006", "26000", "3F000", "0A000",
        ])
    func refused(code: String) {
        let failure = QueryFailure.refused(ServerError(code: code, message: "no"))
        #expect(EngineFailure(failure) == .refused)
    }

    @Test(
        "Everything else leaves doubt",
        arguments: ["40003", "08006", "08P01", "57P01", "57P02", "58000", "XX000", "", "none"])
    func unknown(code: String) {
        let failure = QueryFailure.refused(ServerError(code: code, message: "no"))
        #expect(EngineFailure(failure) == .unknown)
        #expect(EngineFailure(.unanswered(reason: code)) == .unknown)
    }
}
