public import Foundation

/// What is to be signed in; a code makes it a request to verify.
public class OtplessRequest: NSObject, @unchecked Sendable {
    private var subject = "nothing"
    private var code: String?

    public func set(phoneNumber: String, withCountryCode countryCode: String) {
        subject = countryCode + " " + phoneNumber
    }

    /// From 2.3 on.
    public func set(fromBackend requestId: String) {
        subject = requestId
    }

    public func set(otp: String) {
        code = otp
    }

    public override var description: String { subject + (code.map { " code " + $0 } ?? "") }
}
