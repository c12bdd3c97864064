public import Foundation

public final class PowerAuthActivation: NSObject {
    let code: String

    /// Throws, as the SDK does, for a code that is not four groups of five characters.
    public init(activationCode: String, name: String?) throws {
        guard activationCode.split(separator: "-").map(\.count) == [5, 5, 5, 5] else {
            throw NSError(code: .invalidActivationCode)
        }
        code = activationCode
    }
}

public final class PowerAuthActivationResult: NSObject {}

public final class PowerAuthActivationStatus: NSObject {
    public let state: PowerAuthActivationState
    /// The SDK has 0 where the activation is not active; the stub has what the test set.
    public let remainingAttempts: UInt32

    init(_ state: PowerAuthActivationState, remainingAttempts: UInt32) {
        self.state = state
        self.remainingAttempts = remainingAttempts
    }
}

/// A struct and no Swift enum, as an Objective-C enum may hold a number that the SDK does not declare.
public struct PowerAuthActivationState: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The factors of a signature; the stub keeps them as a text, by which a test recognises them.
public final class PowerAuthAuthentication: NSObject {
    public let factors: String

    init(factors: String) { self.factors = factors }

    public static func possession() -> PowerAuthAuthentication { .init(factors: "possession") }

    public static func possessionWithPassword(password: String) -> PowerAuthAuthentication {
        .init(factors: "possession " + password)
    }

    public static func persistWithPassword(password: String) -> PowerAuthAuthentication {
        .init(factors: password)
    }

    public static func persistWithPasswordAndBiometry(password: String) -> PowerAuthAuthentication {
        .init(factors: password + " biometry")
    }
}

public struct PowerAuthErrorCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let networkError = PowerAuthErrorCode(rawValue: 1)
    public static let signatureError = PowerAuthErrorCode(rawValue: 2)
    public static let invalidActivationState = PowerAuthErrorCode(rawValue: 3)
    public static let invalidActivationCode = PowerAuthErrorCode(rawValue: 4)
    public static let missingActivation = PowerAuthErrorCode(rawValue: 6)
    public static let activationPending = PowerAuthErrorCode(rawValue: 7)
    public static let biometryNotAvailable = PowerAuthErrorCode(rawValue: 8)
    public static let biometryCancel = PowerAuthErrorCode(rawValue: 9)
    public static let biometryFailed = PowerAuthErrorCode(rawValue: 10)
    public static let wrongParameter = PowerAuthErrorCode(rawValue: 13)
    public static let invalidToken = PowerAuthErrorCode(rawValue: 14)
    public static let protocolUpgrade = PowerAuthErrorCode(rawValue: 16)
    public static let pendingProtocolUpgrade = PowerAuthErrorCode(rawValue: 17)
    public static let biometryFallback = PowerAuthErrorCode(rawValue: 19)
    public static let timeSynchronization = PowerAuthErrorCode(rawValue: 20)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let PowerAuthErrorDomain = "PowerAuthErrorDomain"

/// What the server answered with another HTTP status than 200; an error's `userInfo` has it under the key `PowerAuthErrorDomain`.
public final class PowerAuthRestApiErrorResponse: NSObject {
    public let httpStatusCode: UInt
    /// Nil where the server sent only a status.
    public let responseObject: PowerAuthRestApiError?

    public init(httpStatusCode: UInt, code: String? = nil) {
        self.httpStatusCode = httpStatusCode
        responseObject = code.map(PowerAuthRestApiError.init)
    }
}

/// The server's own code of what was wrong.
public final class PowerAuthRestApiError: NSObject {
    public let code: String

    init(code: String) { self.code = code }
}

extension NSError {
    public convenience init(code: PowerAuthErrorCode) {
        self.init(domain: PowerAuthErrorDomain, code: code.rawValue)
    }

    /// The SDK's error where the server answered with this HTTP status and, if `code` is set, with its own code.
    public convenience init(answeredWith status: UInt, code: String? = nil) {
        self.init(
            domain: PowerAuthErrorDomain, code: PowerAuthErrorCode.networkError.rawValue,
            userInfo: [PowerAuthErrorDomain: PowerAuthRestApiErrorResponse(httpStatusCode: status, code: code)])
    }

    /// The SDK's number; 0 where the error is not the SDK's.
    public var powerAuthErrorCode: PowerAuthErrorCode {
        PowerAuthErrorCode(rawValue: domain == PowerAuthErrorDomain ? code : 0)
    }
}
