public import CallNotes
import Dispatch
public import Foundation

/// The SDK's one object, as far as the flows go, by the names that Swift gives its Objective-C.
///
/// Source: repository `truecaller/ios-sdk`, `TrueSDK/External/TCTrueSDK.h`.
public final class TCTrueSDK: NSObject, @unchecked Sendable {
    public weak var delegate: (any TCTrueSDKDelegate)?
    public weak var viewDelegate: (any UIViewController & TCTrueSDKViewDelegate)?

    private static let shared = TCTrueSDK()
    private static let isMainQueue = DispatchSpecificKey<Bool>()

    public static func sharedManager() -> TCTrueSDK { shared }

    private override init() {
        DispatchQueue.main.setSpecific(key: Self.isMainQueue, value: true)
    }

    /// Says 17 before it returns, on the caller's thread, where no view delegate is set.
    public func requestVerification(forPhone phone: String, countryCode: String) {
        let onMain = DispatchQueue.getSpecific(key: Self.isMainQueue) == true ? "" : " beside the main thread"
        calls.add("request \(phone) \(countryCode)\(viewDelegate == nil ? " without a view" : "")\(onMain)")
        if viewDelegate == nil { delegate?.didFailToReceiveTrueProfileWithError(TCError(code: 17, "no view delegate")) }
    }

    public func verifySecurityCode(_ code: String, andUpdateFirstname firstName: String, lastName: String) {
        calls.add("verify \(code) \(firstName) \(lastName)")
    }

    public func accessTokenForOTPVerification() -> String? { accessToken }

    public func tokenTtl() -> NSNumber? { timeToLive }

    // MARK: - One-tap

    public var titleType = TitleType.default
    public var locale: String?

    /// Sets title and locale back.
    public func setup(withAppKey appKey: String, appLink: String, requestNonce: String) {
        calls.add("setup \(appKey) \(appLink)")
        nonce = requestNonce
        (titleType, locale) = (.default, "en_US")
    }

    public func isSupported() -> Bool { missing != 7 && missing != 8 }

    /// Says what is missing before it returns, or the nonce, and opens Truecaller then.
    public func requestTrueProfile() {
        if let missing {
            delegate?.didFailToReceiveTrueProfileWithError(TCError(code: missing, "something is missing"))
            return
        }
        delegate?.willRequestProfile(withNonce: nonce ?? UUID().uuidString)
        calls.add("open Truecaller \(nonce ?? "with its own nonce")")
    }

    @MainActor
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: (([Any]?) -> Void)? = nil
    ) -> Bool {
        guard userActivity.activityType == NSUserActivityTypeBrowsingWeb, let url = userActivity.webpageURL else {
            return false
        }
        return read(url, as: "link")
    }

    @MainActor
    public func `continue`(withUrlScheme url: URL) -> Bool { read(url, as: "scheme") }

    /// Speaks before it returns.
    private func read(_ url: URL, as kind: String) -> Bool {
        calls.add("\(kind) \(url.absoluteString)")
        if let delegate { answer?(delegate) }
        return answer != nil
    }

    /// The nonce of the last set-up that named one.
    private var nonce: String?

    // MARK: - What a test sees and says

    /// The code that a request fails with before it opens anything.
    public var missing: Int?
    /// What the next URL says.
    public var answer: ((any TCTrueSDKDelegate) -> Void)?

    public let calls = CallNotes()
    /// The latest stored response.
    public var accessToken: String?
    public var timeToLive: NSNumber?

    /// Tells the delegate on a thread of the SDK's own, as its network's answers come, and waits for it.
    public func say(_ word: @escaping @Sendable (any TCTrueSDKDelegate) -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                if let delegate = self.delegate { word(delegate) }
                continuation.resume()
            }
        }
    }
}

/// The Objective-C protocol does not require the first three.
public protocol TCTrueSDKDelegate: NSObjectProtocol {
    func willRequestProfile(withNonce nonce: String)
    func didReceive(_ profileResponse: TCTrueProfileResponse)
    func verificationStatusChanged(to verificationState: TCVerificationState)
    func didReceive(_ profile: TCTrueProfile)
    func didFailToReceiveTrueProfileWithError(_ error: TCError)
}

public protocol TCTrueSDKViewDelegate: NSObjectProtocol {}

#if canImport(UIKit)
    public import UIKit
#else
    /// In the place of UIKit's.
    open class UIViewController: NSObject {
        public override init() {}
    }

    /// In the place of UIKit's.
    @MainActor
    public final class UIApplication: NSObject {
        public static let shared = UIApplication()
    }
#endif

#if !canImport(Darwin)
    /// In the place of the one that Foundation has on other systems.
    public final class NSUserActivity: NSObject {
        public let activityType: String
        public var webpageURL: URL?

        public init(activityType: String) { self.activityType = activityType }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
#endif
