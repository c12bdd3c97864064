/// An SDK in the person's phone; `ca` is CAStrongAuthentication.
enum SDKName: String, Codable, Sendable {
    case otpless, truecaller, ca
}

/// A call that the app makes of an SDK.
struct SDKCall: Codable, Equatable, Sendable {
    var sdk: SDKName
    /// The call's name in the provider's model.
    var name: String
    /// For whom the call begins an attempt; nil where the call does not change the SDK's subject.
    var subject: FakeSDK.Subject?
    /// The code that the person has typed; nil where the call takes no code.
    var code: String?
}
