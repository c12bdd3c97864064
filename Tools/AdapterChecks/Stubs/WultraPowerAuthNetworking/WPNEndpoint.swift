/// An endpoint of the server, basic in either version.
///
/// Source: repository `wultra/networking-apple`, `WPNEndpoint.swift`, 1.3 and 2.
public class WPNEndpoint<TRequestData: WPNRequestBase, TResponseData: WPNResponseBase> {
    public let endpointURLPath: String

    init(endpointURLPath: String) { self.endpointURLPath = endpointURLPath }

    public typealias Completion = (TResponseData?, WPNError?) -> Void
}

public class WPNEndpointBasic<Request: WPNRequestBase, Response: WPNResponseBase>: WPNEndpoint<Request, Response> {
    public override init(endpointURLPath: String) { super.init(endpointURLPath: endpointURLPath) }
}

/// Of 1; in 2 it is called authenticated.
public class WPNEndpointSigned<Request: WPNRequestBase, Response: WPNResponseBase>: WPNEndpoint<Request, Response> {
    let uriId: String

    public init(endpointURLPath: String, uriId: String) {
        self.uriId = uriId
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Of 1; in 2 it is called authenticated.
public class WPNEndpointSignedWithToken<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let tokenName: String

    public init(endpointURLPath: String, tokenName: String) {
        self.tokenName = tokenName
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Of 2.
public final class WPNEndpointAuthenticated<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let uriId: String

    public init(endpointURLPath: String, uriId: String) {
        self.uriId = uriId
        super.init(endpointURLPath: endpointURLPath)
    }
}

/// Of 2.
public final class WPNEndpointAuthenticatedWithToken<Request: WPNRequestBase, Response: WPNResponseBase>:
    WPNEndpoint<Request, Response>
{
    let tokenName: String

    public init(endpointURLPath: String, tokenName: String) {
        self.tokenName = tokenName
        super.init(endpointURLPath: endpointURLPath)
    }
}
