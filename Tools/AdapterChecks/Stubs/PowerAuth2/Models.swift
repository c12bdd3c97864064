public import Foundation

public final class PowerAuthActivation: NSObject {
    let code: String

    /// A code has four groups of five characters.
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
    /// 0 where the activation is not active.
    public let remainingAttempts: UInt32

    init(_ state: PowerAuthActivationState, remainingAttempts: UInt32) {
        self.state = state
        self.remainingAttempts = remainingAttempts
    }
}

/// As in Objective-C, another number than the SDK's can come.
public struct PowerAuthActivationState: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The factors of a signature.
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

/// What the server answered where its status was not 200; an error has it under the name of its domain.
public final class PowerAuthRestApiErrorResponse: NSObject {
    public let httpStatusCode: UInt
    public let responseObject: PowerAuthRestApiError?

    public init(httpStatusCode: UInt, code: String? = nil) {
        self.httpStatusCode = httpStatusCode
        responseObject = code.map(PowerAuthRestApiError.init)
    }
}

/// What the server said.
public final class PowerAuthRestApiError: NSObject {
    public let code: String

    init(code: String) { self.code = code }
}

extension NSError {
    public convenience init(code: PowerAuthErrorCode) {
        self.init(domain: PowerAuthErrorDomain, code: code.rawValue)
    }

    /// The SDK's error for an answer of the server with this status, and perhaps a code of the server's.
    public convenience init(answeredWith status: UInt, code: String? = nil) {
        self.init(
            domain: PowerAuthErrorDomain, code: PowerAuthErrorCode.networkError.rawValue,
            userInfo: [PowerAuthErrorDomain: PowerAuthRestApiErrorResponse(httpStatusCode: status, code: code)])
    }

    /// 0 for an error of another domain.
    public var powerAuthErrorCode: PowerAuthErrorCode {
        PowerAuthErrorCode(rawValue: domain == PowerAuthErrorDomain ? code : 0)
    }
}
