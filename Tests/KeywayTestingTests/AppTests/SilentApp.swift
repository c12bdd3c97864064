import KeywayCore
import KeywayTesting
import ProviderFlows

/// Handlers of the silent authentication, whose backend answers when a test says so.
struct SilentApp: OTPlessSNA.Effects {
    let statuses: HeldAnswers<OTPlessSNA.CheckStatusReply>
    /// Nil where the SDK's call returns at once.
    var started: HeldAnswers<Void>?

    func begin(requestId: String) async throws { try await started?.next() }
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { try await statuses.next() }
}

/// The same handlers with a backend that always gives the same answer, at once.
struct DecidedApp: OTPlessSNA.Effects {
    let status: OTPlessSNA.CheckStatusReply

    func begin(requestId: String) async throws {}
    func stop() async throws {}
    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { status }
}

extension RawValue {
    /// A callback of the SDK, by its type.
    static func said(_ type: String) -> RawValue {
        .object(["responseType": .text(type), "statusCode": .integer(200)])
    }
}

extension TestRun where Followed == OTPlessSNA {
    /// A run that was started, and asks a backend which answers when the test says so.
    static func started(
        isExhaustive: Bool = true, asking statuses: HeldAnswers<OTPlessSNA.CheckStatusReply>
    ) async throws -> TestRun {
        let test = try await TestRun(OTPlessSNA.self, isExhaustive: isExhaustive) { SilentApp(statuses: statuses) }
        try await test.send(.start(requestId: "ARID_1"))
        return test
    }
}
