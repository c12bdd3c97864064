public import CallNotes
import Dispatch
public import Foundation

/// The SDK's one object, as far as the flow of codes goes, by the names that Swift gives its Objective-C.
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

    // MARK: - What a test sees and says

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

/// The Objective-C protocol has optional methods too, which only the one-tap flow calls.
public protocol TCTrueSDKDelegate: NSObjectProtocol {
    func didReceive(_ profile: TCTrueProfile)
    func didFailToReceiveTrueProfileWithError(_ error: TCError)
    func verificationStatusChanged(to verificationState: TCVerificationState)
}

public protocol TCTrueSDKViewDelegate: NSObjectProtocol {}

#if canImport(UIKit)
    public import UIKit
#else
    /// In the place of UIKit's.
    open class UIViewController: NSObject {
        public override init() {}
    }
#endif
