public import Foundation

/// A state of the verification: a struct and no Swift enum, as an Objective-C enum may hold a number that is not declared.
public struct TCVerificationState: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let otpInitiated = TCVerificationState(rawValue: 0)
    public static let otpReceived = TCVerificationState(rawValue: 1)
    public static let verificationComplete = TCVerificationState(rawValue: 2)
    public static let verifiedBefore = TCVerificationState(rawValue: 3)
}

public struct TCTrueSDKErrorCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public final class TCError: NSError, @unchecked Sendable {
    public init(code: Int, _ text: String) {
        super.init(domain: "TrueSDKErrorDomain", code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    public func getErrorCode() -> TCTrueSDKErrorCode { TCTrueSDKErrorCode(rawValue: UInt(bitPattern: code)) }
}

/// A person's names and phone number; the SDK's own profile has more fields.
public final class TCTrueProfile: NSObject, Sendable {
    public let firstName: String?
    public let lastName: String?
    public let phoneNumber: String?
    public let countryCode: String?

    public init(firstName: String?, lastName: String?, phoneNumber: String?, countryCode: String?) {
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
        self.countryCode = countryCode
    }
}

/// What Truecaller's app sent back, as it was in the URL.
public final class TCTrueProfileResponse: NSObject, Sendable {
    public let payload: String?
    public let signature: String?
    public let signatureAlgorithm: String?
    public let requestNonce: String?

    public init(payload: String?, signature: String?, signatureAlgorithm: String?, requestNonce: String?) {
        self.payload = payload
        self.signature = signature
        self.signatureAlgorithm = signatureAlgorithm
        self.requestNonce = requestNonce
    }
}

/// What Truecaller's sheet offers: to log in, to sign up and so on.
public struct TitleType: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let `default` = TitleType(rawValue: 0)
    public static let loginTo = TitleType(rawValue: 1)
}
