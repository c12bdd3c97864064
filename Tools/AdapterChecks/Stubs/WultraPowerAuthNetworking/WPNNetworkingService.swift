public import CallNotes
public import Foundation
public import PowerAuth2

/// Stub of the class that posts requests to a server, with the methods of versions 1.3 and 2; an app links only one of them.
///
/// Source: repository `wultra/networking-apple`, `WPNNetworkingService.swift`, 1.3 and 2.
public class WPNNetworkingService {
    public let powerAuth: PowerAuthSDK

    public init(powerAuth: PowerAuthSDK) { self.powerAuth = powerAuth }

    @discardableResult
    public func post<Req: WPNRequestBase, Resp: WPNResponseBase, Endpoint: WPNEndpointBasic<Req, Resp>>(
        data: Req, to endpoint: Endpoint, with headers: [String: String]? = nil, timeoutInterval: TimeInterval? = nil,
        completionQueue: DispatchQueue = .main, completion: @escaping Endpoint.Completion
    ) -> Operation {
        note("post \(endpoint.endpointURLPath)", completion)
    }

    // MARK: - Version 1.3 alone

    @discardableResult
    public func post<Req: WPNRequestBase, Resp: WPNResponseBase, Endpoint: WPNEndpointSigned<Req, Resp>>(
        data: Req, signedWith auth: PowerAuthAuthentication, to endpoint: Endpoint,
        with headers: [String: String]? = nil, timeoutInterval: TimeInterval? = nil,
        completionQueue: DispatchQueue = .main, completion: @escaping Endpoint.Completion
    ) -> Operation {
        note("post \(endpoint.endpointURLPath) signed \(endpoint.uriId) \(auth.factors)", completion)
    }

    @discardableResult
    public func post<Req: WPNRequestBase, Resp: WPNResponseBase, Endpoint: WPNEndpointSignedWithToken<Req, Resp>>(
        data: Req, signedWith auth: PowerAuthAuthentication, to endpoint: Endpoint,
        with headers: [String: String]? = nil, timeoutInterval: TimeInterval? = nil,
        completionQueue: DispatchQueue = .main, completion: @escaping Endpoint.Completion
    ) -> Operation {
        note("post \(endpoint.endpointURLPath) token \(endpoint.tokenName) \(auth.factors)", completion)
    }

    // MARK: - Version 2 alone

    @discardableResult
    public func post<Req: WPNRequestBase, Resp: WPNResponseBase, Endpoint: WPNEndpointAuthenticated<Req, Resp>>(
        data: Req, authenticatedWith auth: PowerAuthAuthentication, to endpoint: Endpoint,
        with headers: [String: String]? = nil, timeoutInterval: TimeInterval? = nil,
        completionQueue: DispatchQueue = .main, completion: @escaping Endpoint.Completion
    ) -> Operation {
        note("post \(endpoint.endpointURLPath) signed \(endpoint.uriId) \(auth.factors)", completion)
    }

    @discardableResult
    public func post<
        Req: WPNRequestBase, Resp: WPNResponseBase, Endpoint: WPNEndpointAuthenticatedWithToken<Req, Resp>
    >(
        data: Req, authenticatedWith auth: PowerAuthAuthentication, to endpoint: Endpoint,
        with headers: [String: String]? = nil, timeoutInterval: TimeInterval? = nil,
        completionQueue: DispatchQueue = .main, completion: @escaping Endpoint.Completion
    ) -> Operation {
        note("post \(endpoint.endpointURLPath) token \(endpoint.tokenName) \(auth.factors)", completion)
    }

    // MARK: - For the test, and not in the SDK

    /// The notes of PowerAuth's SDK, to which `post` adds its own.
    public var calls: CallNotes { powerAuth.calls }
    /// The posted requests, the oldest first.
    public private(set) var requests: [PostedRequest] = []
    /// Whether a cancelled request calls its completion: version 2 does, 1.3 does not.
    public var completesCancelled = false

    /// Notes the call, and keeps the request for the test to end.
    private func note<Response: WPNResponseBase>(
        _ call: String, _ completion: @escaping (Response?, WPNError?) -> Void
    ) -> Operation {
        calls.add(call)
        let request = PostedRequest(calls: calls, completesCancelled: completesCancelled) {
            completion($0.flatMap { $0 as? Response }, $1)
        }
        requests.append(request)
        return request
    }
}
