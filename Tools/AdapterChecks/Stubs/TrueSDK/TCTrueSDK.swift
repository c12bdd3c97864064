public import CallNotes
import Dispatch
public import Foundation

/// Stub of the SDK's singleton, with the calls that the adapters make, named as Swift names the Objective-C.
///
/// Source: repository `truecaller/ios-sdk`, `TrueSDK/External/TCTrueSDK.h`.
public final class TCTrueSDK: NSObject, @unchecked Sendable {
    public weak var delegate: (any TCTrueSDKDelegate)?
    /// Setting it puts one more disclaimer on the view of the new delegate, also where that view has some.
    ///
    /// Setting it to nil traps: the SDK ties the disclaimer to the delegate's view, and raises an exception where there is none.
    public var viewDelegate: (any UIViewController & TCTrueSDKViewDelegate)? {
        get { screen }
        set {
            precondition(newValue != nil, "a constraint to no view")
            screen = newValue
            disclaimers += 1
        }
    }
    private weak var screen: (any UIViewController & TCTrueSDKViewDelegate)?

    private static let shared = TCTrueSDK()
    private static let isMainQueue = DispatchSpecificKey<Bool>()

    public static func sharedManager() -> TCTrueSDK { shared }

    private override init() {
        DispatchQueue.main.setSpecific(key: Self.isMainQueue, value: true)
    }

    /// Where no view delegate is set, the delegate is told error 17 before the call returns, on the caller's thread.
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

    /// Keeps the nonce, and sets title and locale back to their defaults, as the SDK does.
    public func setup(withAppKey appKey: String, appLink: String, requestNonce: String) {
        calls.add("setup \(appKey) \(appLink)")
        nonce = requestNonce
        (titleType, locale) = (.default, "en_US")
    }

    public func isSupported() -> Bool { missing != 7 && missing != 8 }

    /// Where `missing` is set, tells the delegate that error. Else tells the delegate the nonce, and notes that Truecaller is opened.
    ///
    /// The delegate is told before this call returns.
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

    /// Calls `answer` with the delegate before this call returns; false where the test has set no answer.
    private func read(_ url: URL, as kind: String) -> Bool {
        calls.add("\(kind) \(url.absoluteString)")
        if let delegate { answer?(delegate) }
        return answer != nil
    }

    /// The nonce of the last set-up.
    private var nonce: String?

    // MARK: - For the test, and not in the SDK

    /// The error code that a request fails with in place of opening Truecaller: 7 and 8 say that one-tap is not supported on this phone.
    public var missing: Int?
    /// What the delegate is told when the app hands over a URL.
    public var answer: ((any TCTrueSDKDelegate) -> Void)?

    public let calls = CallNotes()
    /// How many disclaimers were put on screens; nothing takes one off.
    public private(set) var disclaimers = 0
    /// The token of the last response; nil where it had none.
    public var accessToken: String?
    /// For how many seconds the server sends no other code to the same number, from the last response; nil where that had none.
    public var timeToLive: NSNumber?

    /// Forgets everything, as a new process has nothing of the one before.
    public func reset() {
        (delegate, screen, accessToken, timeToLive) = (nil, nil, nil, nil)
        (missing, answer, nonce, disclaimers) = (nil, nil, nil, 0)
        (titleType, locale) = (.default, nil)
        calls.removeAll()
    }

    /// Calls `word` with the delegate, on a thread of its own as the SDK does with its server's answers, and waits until `word` returns.
    public func say(_ word: @escaping @Sendable (any TCTrueSDKDelegate) -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                if let delegate = self.delegate { word(delegate) }
                continuation.resume()
            }
        }
    }
}

/// The first three methods are optional in the SDK's Objective-C protocol.
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
    /// Stands in for UIKit's class where there is no UIKit, as on macOS and Linux.
    open class UIViewController: NSObject {
        public override init() {}
    }

    /// Stands in for UIKit's class where there is no UIKit, as on macOS and Linux.
    @MainActor
    public final class UIApplication: NSObject {
        public static let shared = UIApplication()
    }
#endif

#if !canImport(Darwin)
    /// Stands in for the class that Foundation has on Apple's systems only.
    public final class NSUserActivity: NSObject {
        public let activityType: String
        public var webpageURL: URL?

        public init(activityType: String) { self.activityType = activityType }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
#endif
