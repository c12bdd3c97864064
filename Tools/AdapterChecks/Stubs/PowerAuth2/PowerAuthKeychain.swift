public import Foundation

/// Stub of the class that tells what biometry the phone has: here always one that can be used.
///
/// Source: repository `wultra/powerauth-mobile-sdk` 1.9, `proj-xcode/PowerAuth2/PowerAuthKeychain.h`.
public final class PowerAuthKeychain: NSObject {
    public static var biometricAuthenticationInfo: PowerAuthBiometricAuthenticationInfo {
        PowerAuthBiometricAuthenticationInfo(currentStatus: .available)
    }
}

public struct PowerAuthBiometricAuthenticationInfo: Sendable {
    public let currentStatus: PowerAuthBiometricAuthenticationStatus
}

/// A struct and no Swift enum, as an Objective-C enum may hold a number that is not declared.
public struct PowerAuthBiometricAuthenticationStatus: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let notSupported = PowerAuthBiometricAuthenticationStatus(rawValue: 0)
    public static let notAvailable = PowerAuthBiometricAuthenticationStatus(rawValue: 1)
    public static let notEnrolled = PowerAuthBiometricAuthenticationStatus(rawValue: 2)
    public static let lockout = PowerAuthBiometricAuthenticationStatus(rawValue: 3)
    public static let available = PowerAuthBiometricAuthenticationStatus(rawValue: 4)
}
