import CallNotes
public import Foundation

/// Stub of the SDK's protocol for the tokens on the phone, with the members that the adapters use.
///
/// Source: repository `wultra/powerauth-mobile-sdk` 1.9, `proj-xcode/PowerAuth2/PowerAuthToken.h`.
public protocol PowerAuthTokenStore: AnyObject {
    func hasLocalToken(withName name: String) -> Bool

    func requestAccessToken(
        withName name: String, authentication: PowerAuthAuthentication,
        completion: @escaping (PowerAuthToken?, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)?

    func removeAccessToken(
        withName name: String, completion: @escaping (Bool, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)?

    func removeLocalToken(withName name: String)
}

public final class PowerAuthToken: NSObject {
    public let tokenName: String
    public let canGenerateHeader: Bool

    public init(_ name: String, canGenerateHeader: Bool) {
        tokenName = name
        self.canGenerateHeader = canGenerateHeader
    }
}

/// The tokens of the phone, as a test has set them.
public final class StubbedTokens: PowerAuthTokenStore {
    /// The names of the tokens that are on the phone.
    public var local: Set<String> = []
    /// The token that a request brings where `tokenError` is nil; where `fetched` is nil too, the request brings neither.
    public var fetched: PowerAuthToken?
    private unowned let sdk: PowerAuthSDK

    init(sdk: PowerAuthSDK) { self.sdk = sdk }

    public func hasLocalToken(withName name: String) -> Bool { local.contains(name) }

    public func requestAccessToken(
        withName name: String, authentication: PowerAuthAuthentication,
        completion: @escaping (PowerAuthToken?, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        sdk.calls.add("requestAccessToken \(name) \(authentication.factors)")
        let token = fetched
        sdk.answer(failing: sdk.tokenError) { completion($0 == nil ? token : nil, $0) }
        return FinishedTask()
    }

    public func removeAccessToken(
        withName name: String, completion: @escaping (Bool, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        sdk.calls.add("removeAccessToken \(name)")
        let isThere = local.contains(name)
        if isThere && sdk.tokenError == nil { local.remove(name) }
        sdk.answer(failing: isThere ? sdk.tokenError : NSError(code: .invalidToken)) { completion($0 == nil, $0) }
        return FinishedTask()
    }

    public func removeLocalToken(withName name: String) {
        sdk.calls.add("removeLocalToken \(name)")
        local.remove(name)
    }
}
