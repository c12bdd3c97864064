/// Why a request failed: of the same shape as the SDK's own type, so that the adapter can be compiled and tested without the SDK.
///
/// Source: repository `wultra/networking-apple`, `WPNError.swift`, `WPNNetworkingService.swift`, 1.3 and 2.
public class WPNError: Error, @unchecked Sendable {
    public let reason: WPNErrorReason
    public let nestedError: (any Error)?
    public private(set) var httpStatusCode: Int?
    public private(set) var restApiError: WPNRestApiError?

    public init(reason: WPNErrorReason, error: (any Error)? = nil) {
        self.reason = reason
        nestedError = error
    }

    /// Not in the SDK, which reads status and error from the server's answer itself: a test gives them here.
    public convenience init(reason: WPNErrorReason, httpStatusCode: Int?, restApiError: WPNRestApiError?) {
        self.init(reason: reason)
        self.httpStatusCode = httpStatusCode
        self.restApiError = restApiError
    }
}

/// A struct, because other libraries add reasons of their own.
public struct WPNErrorReason: RawRepresentable, Equatable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let missingActivation = WPNErrorReason(rawValue: "missingActivation")
    public static let unknown = WPNErrorReason(rawValue: "unknown")
}

// The reasons that versions 1.3 and 2 share. The text of `network_sslError` has three r in 1.3, as here; version 2 spells the text right.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension WPNErrorReason {
    public static let network_unknown = WPNErrorReason(rawValue: "network_unknown")
    public static let network_generic = WPNErrorReason(rawValue: "network_generic")
    public static let network_invalidResponseObject = WPNErrorReason(rawValue: "network_invalidResponseObject")
    public static let network_invalidRequestObject = WPNErrorReason(rawValue: "network_invalidRequestObject")
    public static let network_signError = WPNErrorReason(rawValue: "network_signError")
    public static let network_timeOut = WPNErrorReason(rawValue: "network_timeOut")
    public static let network_noInternetConnection = WPNErrorReason(rawValue: "network_noInternetConnection")
    public static let network_badServerResponse = WPNErrorReason(rawValue: "network_badServerResponse")
    public static let network_sslError = WPNErrorReason(rawValue: "network_sslErrror")
    public static let network_errorStatusCode = WPNErrorReason(rawValue: "network_errorStatusCode")
}

/// The server's own code and message of what was wrong.
public struct WPNRestApiError: Codable, Sendable {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    public var errorCode: WPNKnownRestApiError? { WPNKnownRestApiError(rawValue: code) }
}

public enum WPNKnownRestApiError: String, Sendable {
    case genericError = "ERROR_GENERIC"
    case authenticationFailure = "POWERAUTH_AUTH_FAIL"
    case operationExpired = "OPERATION_EXPIRED"
}
