/// What the delegate is told.
public struct OtplessResponse: @unchecked Sendable {
    public let responseType: ResponseTypes
    public let response: [String: Any]?
    public let statusCode: Int

    public init(responseType: ResponseTypes, response: [String: Any]?, statusCode: Int) {
        self.responseType = responseType
        self.response = response
        self.statusCode = statusCode
    }
}

/// What kind of word a response is. `DEVICE_INTELLIGENCE` stands for all kinds that later versions add: no flow reads it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum ResponseTypes: String, CaseIterable, Sendable {
    case SDK_READY, FAILED, INITIATE, VERIFY, FALLBACK_TRIGGERED, DELIVERY_STATUS, ONETAP, AUTH_TERMINATED
    case MFA_FACTOR_COMPLETED
    case DEVICE_INTELLIGENCE
}
