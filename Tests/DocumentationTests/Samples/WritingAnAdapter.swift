import Keyway
import ProviderFlows

/// What an SDK tells its one delegate.
struct SDKResponse {
    var type: String
    var status: Int64
    var authType: String?
}

final class Connection: Sendable {
    /// Hands each callback to one run: the one that holds the SDK's source.
    private let sources: Device.Sources

    init(sources: Device.Sources = .shared) { self.sources = sources }

    func onResponse(_ response: SDKResponse) {
        var members: [String: RawValue] = [
            "responseType": .text(response.type), "statusCode": .integer(response.status),
        ]
        members["response"] = response.authType.map { .object(["authType": .text($0)]) }
        // It throws only for a flow that reads no such SDK; it returns within microseconds, on whatever thread.
        try? sources.deliver(.object(members), as: OTPlessSNA.self)
    }
}

@MainActor
struct Adapter: OTPlessSNA.Effects {
    let start: @MainActor (_ requestId: String) -> Void
    let cancel: @MainActor () -> Void
    /// Asks the app's backend.
    let status: @Sendable (_ requestId: String) async throws -> OTPlessSNA.CheckStatusReply

    func begin(requestId: String) async throws { start(requestId) }
    func stop() async throws { cancel() }

    func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
        try await status(requestId)
    }
}

/// For an SDK that takes a block with each call: what it says belongs to the call's run and attempt.
func blockOfThisCall() -> (@Sendable (SDKResponse) -> Void)? {
    guard let route = CallbackRoute.current else { return nil }
    return { response in
        route.deliver(.object(["responseType": .text(response.type), "statusCode": .integer(response.status)]))
    }
}
