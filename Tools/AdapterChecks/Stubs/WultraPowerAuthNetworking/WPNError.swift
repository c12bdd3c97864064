/// How a request ended.
///
/// Source: repository `wultra/networking-apple`, `WPNError.swift`.
public class WPNError: Error, @unchecked Sendable {
    public let reason: WPNErrorReason
    public let httpStatusCode: Int?
    public let restApiError: WPNRestApiError?

    public init(reason: WPNErrorReason, httpStatusCode: Int? = nil, restApiError: WPNRestApiError? = nil) {
        self.reason = reason
        self.httpStatusCode = httpStatusCode
        self.restApiError = restApiError
    }
}

/// Other libraries add reasons of their own.
public struct WPNErrorReason: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let missingActivation = WPNErrorReason(rawValue: "missingActivation")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let network_signError = WPNErrorReason(rawValue: "network_signError")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let network_invalidRequestObject = WPNErrorReason(rawValue: "network_invalidRequestObject")
}

/// What the server said.
public struct WPNRestApiError: Sendable {
    public let code: String

    public init(code: String) { self.code = code }

    public var errorCode: WPNKnownRestApiError? { WPNKnownRestApiError(rawValue: code) }
}

public enum WPNKnownRestApiError: String, Sendable {
    case genericError = "ERROR_GENERIC"
    case authenticationFailure = "POWERAUTH_AUTH_FAIL"
    case operationExpired = "OPERATION_EXPIRED"
}
