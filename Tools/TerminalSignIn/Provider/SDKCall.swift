/// An SDK in the person's phone.
enum SDKName: String, Codable, Sendable {
    case otpless, truecaller, ca
}

/// A call that the app makes of an SDK.
struct SDKCall: Codable, Equatable, Sendable {
    var sdk: SDKName
    /// The call's name in the provider's model.
    var name: String
    /// For whom the call begins an attempt; nil leaves the subject that the SDK has.
    var subject: FakeSDK.Subject?
    /// The code that the person has typed, where the call hands one over.
    var code: String?
}
