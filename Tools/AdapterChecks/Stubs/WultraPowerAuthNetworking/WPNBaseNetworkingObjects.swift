/// The body of a request; this base class has no content.
///
/// Source: repository `wultra/networking-apple`, `WPNBaseNetworkingObjects.swift`.
open class WPNRequestBase {
    public init() {}
}

public class WPNRequest<Body: Encodable>: WPNRequestBase {
    public var requestObject: Body?

    public init(_ requestObject: Body) {
        self.requestObject = requestObject
        super.init()
    }
}

/// An answer's body. The SDK decodes one from JSON; here a test makes it.
open class WPNResponseBase {
    public init() {}
}

public class WPNResponse<Body: Decodable>: WPNResponseBase {
    public var responseObject: Body?

    public init(_ responseObject: Body) {
        self.responseObject = responseObject
        super.init()
    }
}
