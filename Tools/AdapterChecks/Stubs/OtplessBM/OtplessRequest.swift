public import Foundation

/// What is to be signed in; a code makes it a request to verify.
public class OtplessRequest: NSObject, @unchecked Sendable {
    private var subject = "nothing"
    private var code: String?
    private var options: [String] = []

    public func set(phoneNumber: String, withCountryCode countryCode: String) {
        subject = countryCode + " " + phoneNumber
    }

    /// From 2.3 on.
    public func set(fromBackend requestId: String) {
        subject = requestId
    }

    public func set(email: String) { subject = email }

    /// An unknown text is WhatsApp's.
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
