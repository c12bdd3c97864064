public import Foundation

/// Stub of the request that `start` takes: whom to sign in. With a code set, it asks the SDK to verify that code.
public class OtplessRequest: NSObject, @unchecked Sendable {
    /// The number, address, account or backend's request that the last setter named.
    private var subject = "nothing"
    private var code: String?
    private var options: [String] = []

    public func set(phoneNumber: String, withCountryCode countryCode: String) {
        subject = countryCode + " " + phoneNumber
    }

    /// For a request that the app's backend made; the SDK has this method from version 2.3 on.
    public func set(fromBackend requestId: String) {
        subject = requestId
    }

    public func set(email: String) { subject = email }

    /// A text that names no channel is taken for WhatsApp, as the SDK does.
    public func set(objcChannelType: String) {
        subject = (OtplessChannelType(rawValue: objcChannelType) ?? .WHATSAPP).rawValue
    }

    public func set(extras: [String: String]) {
        options += extras.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }
    }

    public func set(deliveryChannelForTransaction deliveryChannel: String) { options.append(" by " + deliveryChannel) }

    public func set(otpLength: String) { options.append(" length " + otpLength) }

    public func set(otpExpiry: String) { options.append(" expiry " + otpExpiry) }

    public func set(otp: String) {
        code = otp
    }

    public override var description: String { subject + options.joined() + (code.map { " code " + $0 } ?? "") }
}
