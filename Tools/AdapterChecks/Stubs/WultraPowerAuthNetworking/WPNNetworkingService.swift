public import CallNotes
public import Foundation
public import PowerAuth2

/// Asks a server; the callbacks of 1.3 and of 2 in one class, of which an app sees the one or the other.
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

    // MARK: - 1

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

    // MARK: - 2

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

    // MARK: - What a test sees and says

    /// Those of the phone's SDK, with these among them.
    public var calls: CallNotes { powerAuth.calls }
    /// In the order of their posts.
    public private(set) var requests: [PostedRequest] = []
    /// As 2 does it; 1.3 does not.
    public var completesCancelled = false

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
