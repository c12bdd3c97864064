/// An SDK in the person's phone.
enum SDKName: String, Codable, Sendable {
    case otpless, truecaller, ca
}

/// A call that the app makes of an SDK.
struct SDKCall: Codable, Equatable, Sendable {
    var sdk: SDKName
    /// As the provider's model names it.
    var name: String
    /// For whom the attempt is that the call begins; nil leaves the attempt as it is.
    var subject: FakeSDK.Subject?
    /// The code that the person has typed, where the call hands one over.
    var code: String?
}
