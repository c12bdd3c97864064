import CallNotes
import Foundation
import Keyway
import PowerAuth2
import WultraPowerAuthNetworking

@testable import ProviderAdapters

/// A phone with PowerAuth's SDK and one version of PowerAuth Networking, on which a test makes requests.
@MainActor
struct RequestingPhone {
    typealias Adapter = PowerAuthRequestAdapter<WPNResponse<String>>
    typealias Call = PowerAuthCall<WPNResponse<String>>

    let version: PowerAuthRequest.SDK
    let sdk = PowerAuthSDK()
    let networking: WPNNetworkingService
    /// The queue in which the flows wait for their turn, before the SDK puts a request into its own queue.
    let lanes = Device.Lanes()
    /// What the app's completions were told: the answer's text, or the reason of the error.
    let completions = CallNotes()

    init(_ version: PowerAuthRequest.SDK) {
        self.version = version
        networking = WPNNetworkingService(powerAuth: sdk)
        networking.completesCancelled = version == .v2
    }

    var calls: [String] { sdk.calls.all }

    /// Holds the error that the app's completion received last.
    final class Told {
        var error: WPNError?
    }
    let told = Told()

    /// Begins the run of a request; `within` is what the app does before its completion returns.
    func request(
        _ kind: PowerAuthRequest.Kind, strategy: PowerAuthRequest.Strategy = .serialSigned, encrypted: Bool = false,
        within work: @escaping @MainActor () async -> Void = {}
    ) async throws -> ObservedRun<PowerAuthRequest> {
        let adapter = adapter(kind, within: work)
        let run = try await ObservedRun(with: adapter, sources: Device.Sources(), lanes: lanes)
        try run.send(adapter.post(strategy: strategy, encrypted: encrypted))
        return run
    }

    func adapter(
        _ kind: PowerAuthRequest.Kind, within work: @escaping @MainActor () async -> Void = {}
    ) -> Adapter {
        Adapter(sdk, version: version, call: call(kind)) { result in
            switch result {
            case .success(let response): completions.add(response.responseObject ?? "nothing")
            case .failure(let error):
                completions.add(error.reason.rawValue)
                told.error = error
            }
            await work()
        }
    }

    /// Begins the run of a request and waits until it is posted to the SDK.
    func requestUnderWay(
        _ kind: PowerAuthRequest.Kind, encrypted: Bool = false
    ) async throws -> (run: ObservedRun<PowerAuthRequest>, posted: PostedRequest) {
        let count = networking.requests.count
        let run = try await request(kind, encrypted: encrypted)
        _ = try await eventually { networking.requests.count > count }
        guard let posted = networking.requests.last else { throw NothingPosted() }
        return (run, posted)
    }

    struct NothingPosted: Error {}

    static let answer = WPNResponse("an answer")

    /// The call of each kind as an app writes it: the argument labels of `post` differ between versions 1.3 and 2.
    private func call(_ kind: PowerAuthRequest.Kind) -> Call {
        let body = WPNRequest("a body")
        let networking = networking
        let factors: Call.Factors = {
            sdk.calls.add("factors")
            if let error = sdk.error { throw error }
            return .possessionWithPassword(password: "correct horse")
        }
        switch (kind, version) {
        case (.basic, _):
            let endpoint = WPNEndpointBasic<WPNRequest<String>, WPNResponse<String>>(endpointURLPath: "/news")
            return .basic { networking.post(data: body, to: endpoint, completion: $0) }
        case (.signed, .v1):
            let endpoint = WPNEndpointSigned<WPNRequest<String>, WPNResponse<String>>(
                endpointURLPath: "/pay", uriId: "/payment")
            return .signed(by: factors) {
                networking.post(data: body, signedWith: $0, to: endpoint, completion: $1)
            }
        case (.signed, .v2):
            let endpoint = WPNEndpointAuthenticated<WPNRequest<String>, WPNResponse<String>>(
                endpointURLPath: "/pay", uriId: "/payment")
            return .signed(by: factors) {
                networking.post(data: body, authenticatedWith: $0, to: endpoint, completion: $1)
            }
        case (.token, .v1):
            let endpoint = WPNEndpointSignedWithToken<WPNRequest<String>, WPNResponse<String>>(
                endpointURLPath: "/list", tokenName: "possession")
            return .token("possession", by: factors) {
                networking.post(data: body, signedWith: $0, to: endpoint, completion: $1)
            }
        case (.token, .v2):
            let endpoint = WPNEndpointAuthenticatedWithToken<WPNRequest<String>, WPNResponse<String>>(
                endpointURLPath: "/list", tokenName: "possession")
            return .token("possession", by: factors) {
                networking.post(data: body, authenticatedWith: $0, to: endpoint, completion: $1)
            }
        }
    }
}
