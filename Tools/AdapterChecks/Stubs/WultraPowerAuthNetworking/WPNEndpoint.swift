/// An endpoint of the server; its subclasses say how a request to it is signed.
///
/// The stub has the subclasses of both versions of the SDK, 1.3 and 2. Source: repository `wultra/networking-apple`,
/// `WPNEndpoint.swift`.
public class WPNEndpoint<TRequestData: WPNRequestBase, TResponseData: WPNResponseBase> {
    public let endpointURLPath: String

    init(endpointURLPath: String) { self.endpointURLPath = endpointURLPath }

    public typealias Completion = (TResponseData?, WPNError?) -> Void
}

/// Requests to it are not signed; in both versions.
public class WPNEndpointBasic<Request: WPNRequestBase, Response: WPNResponseBase>: WPNEndpoint<Request, Response> {
    public override init(endpointURLPath: String) { super.init(endpointURLPath: endpointURLPath) }
}

/// Requests to it are signed. In version 1.3 only: version 2 calls it `WPNEndpointAuthenticated`.
public class WPNEndpointSigned<Request: WPNRequestBase, Response: WPNResponseBase>: WPNEndpoint<Request, Response> {
    let uriId: String

    public init(endpointURLPath: String, uriId: String) {
        self.uriId = uriId
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Requests to it carry a token. In version 1.3 only: version 2 calls it `WPNEndpointAuthenticatedWithToken`.
public class WPNEndpointSignedWithToken<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let tokenName: String

    public init(endpointURLPath: String, tokenName: String) {
        self.tokenName = tokenName
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Requests to it are signed. In version 2 only.
public final class WPNEndpointAuthenticated<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let uriId: String

    public init(endpointURLPath: String, uriId: String) {
        self.uriId = uriId
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Requests to it carry a token. In version 2 only.
public final class WPNEndpointAuthenticatedWithToken<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let tokenName: String

    public init(endpointURLPath: String, tokenName: String) {
        self.tokenName = tokenName
        super.init(endpointURLPath: endpointURLPath)
    }
}
