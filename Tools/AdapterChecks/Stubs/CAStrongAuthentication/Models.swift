/// An account of the phone.
public final class AccountDetails: Sendable {
    public let identity: String

    public init(_ identity: String) { self.identity = identity }
}

/// What a call for a code answers; no page promises that it has a status or a code.
public final class OTPResponse: Sendable {
    public let status: String?
    public let otp: String?

    public init(status: String?, otp: String?) {
        self.status = status
        self.otp = otp
    }
}

/// What a call to delete an account answers.
public final class AccountDeletionResponse: Sendable {
    public let status: String?

    public init(status: String?) { self.status = status }
}

public struct AuthenticationType: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let USER_PIN_AUTH = AuthenticationType(rawValue: 1)
// swift-format-ignore: AlwaysUseLowerCamelCase
public let BIOMETRIC_AUTH = AuthenticationType(rawValue: 2)
// Only the names of these two are known. The values are odd on purpose: an adapter that spells a text itself fails its tests.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let SUCCESS = "status.0"
// swift-format-ignore: AlwaysUseLowerCamelCase
public let OTP_SIGNING_KEY = "key.signing"
