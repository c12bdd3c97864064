// For the target of an app that links TrueSDK and Keyway; `Specs/README.md` says how.
#if canImport(TrueSDK)
    import Foundation
    import Keyway
    import TrueSDK

    #if canImport(UIKit)
        import UIKit
    #endif

    /// An app's one connection to the Truecaller SDK, and the delegate of all runs of both its flows (FACTS 1, 30).
    ///
    /// Keep it in the app: the SDK does not keep its delegate, and a run releases its adapter at its end. The SDK calls its delegate on a
    /// queue of its own, or before a call returns (FACTS 3).
    final class TruecallerConnection: NSObject, TCTrueSDKDelegate, Sendable {
        /// The screen on which the SDK shows its disclaimer.
        typealias Screen = UIViewController & TCTrueSDKViewDelegate
        /// Thrown for a text that is no URL, or a URL that names no scheme.
        struct NoURL: Error {}

        private let sources: Device.Sources
        private let screen: @MainActor @Sendable () -> (any Screen)?

        /// - Parameters:
        ///   - sources: hands the SDK's words to the app's runs.
        ///   - screen: the screen on which the person gives the number. Where it is nil the SDK is not called, and the run is told the
        ///     SDK's error 17.
        init(sources: Device.Sources = .shared, screen: @escaping @MainActor @Sendable () -> (any Screen)?) {
            self.sources = sources
            self.screen = screen
        }

        // MARK: - Calls

        /// Asks for a code. The SDK shows its disclaimer, so the SDK is called on the main thread, with its view delegate set.
        @MainActor
        func request(phone: String, countryCode: String) {
            let sdk = TCTrueSDK.sharedManager()
            sdk.delegate = self
            // The SDK looks for the view too late: the setter of its view delegate ends the app where it is given none (FACTS 3).
            guard let screen = screen() else {
                tell("didFailToReceiveTrueProfileWithError", ["code": .integer(17)])
                return
            }
            // Each setting puts another disclaimer on the screen, and the SDK hides the last one alone (FACTS 3).
            if sdk.viewDelegate !== screen { sdk.viewDelegate = screen }
            sdk.requestVerification(forPhone: phone, countryCode: countryCode)
        }

        @MainActor
        func verify(code: String, firstName: String, lastName: String) {
            let sdk = TCTrueSDK.sharedManager()
            sdk.delegate = self
            sdk.verifySecurityCode(code, andUpdateFirstname: firstName, lastName: lastName)
        }

        /// Whether a Truecaller that can be asked seems to be on the phone (FACTS 23).
        @MainActor
        var isSupported: Bool { TCTrueSDK.sharedManager().isSupported() }

        /// Opens Truecaller's app. The SDK takes the nonce only by a set-up, which sets title and locale back, so these are set again
        /// (FACTS 26).
        @MainActor
        func requestProfile(appKey: String, appLink: String, nonce: String) {
            let sdk = TCTrueSDK.sharedManager()
            let (title, locale) = (sdk.titleType, sdk.locale)
            sdk.setup(withAppKey: appKey, appLink: appLink, requestNonce: nonce)
            (sdk.titleType, sdk.locale) = (title, locale)
            sdk.delegate = self
            sdk.requestTrueProfile()
        }

        /// Hands over a URL by which the app was opened: a link as the activity that the system makes of it, any other URL by its scheme
        /// (FACTS 28).
        @MainActor
        func open(_ url: URL) {
            let sdk = TCTrueSDK.sharedManager()
            sdk.delegate = self
            guard ["http", "https"].contains(url.scheme?.lowercased()) else {
                _ = sdk.continue(withUrlScheme: url)
                return
            }
            let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
            activity.webpageURL = url
            _ = sdk.application(UIApplication.shared, continue: activity, restorationHandler: nil)
        }

        // MARK: - Words

        func willRequestProfile(withNonce nonce: String) {
            tell("willRequestProfileWithNonce", ["nonce": .text(nonce)])
        }

        /// For a response that it could not read the SDK hands over nil, though its header says otherwise; all fields are nil then, and the
        /// run is told the word without a response (FACTS 28).
        func didReceive(_ profileResponse: TCTrueProfileResponse) {
            let fields = [
                "payload": profileResponse.payload, "signature": profileResponse.signature,
                "signatureAlgorithm": profileResponse.signatureAlgorithm, "requestNonce": profileResponse.requestNonce,
            ].compactMapValues { $0 }
            let isSigned = fields["payload"] != nil && fields["signature"] != nil
            tell("didReceiveTrueProfileResponse", ["response": isSigned ? RawValue(json: fields) : nil])
        }

        /// This method is optional in the protocol, but the SDK calls it without asking whether it is there.
        func verificationStatusChanged(to verificationState: TCVerificationState) {
            tell(
                "verificationStatusChanged",
                [
                    "verificationState": RawValue(number: verificationState.rawValue),
                    // For how long the server sends no other code; of the latest response, so it is read at once (FACTS 12).
                    "tokenTtl": TCTrueSDK.sharedManager().tokenTtl().map { .number($0.doubleValue) },
                ])
        }

        func didFailToReceiveTrueProfileWithError(_ error: TCError) {
            tell(
                "didFailToReceiveTrueProfileWithError",
                [
                    "code": RawValue(number: error.getErrorCode().rawValue),
                    "message": .text(error.localizedDescription),
                ])
        }

        func didReceive(_ profile: TCTrueProfile) {
            tell("didReceiveTrueProfile", ["profile": RawValue(profile)])
        }

        /// Tells the run that holds the SDK a word, together with the access token that the SDK has now: a failure can hide a success
        /// (FACTS 9).
        private func tell(_ delegate: String, _ fields: [String: RawValue?]) {
            var members = fields.compactMapValues { $0 }
            members["delegate"] = .text(delegate)
            members["accessToken"] = TCTrueSDK.sharedManager().accessTokenForOTPVerification().map { .text($0) }
            // `deliver` throws only for a flow that reads no Truecaller.
            try? sources.deliver(.object(members), as: TruecallerOTP.self)
        }
    }

    extension RawValue {
        /// The fields as one text, which only the app's backend reads.
        fileprivate init?(json fields: [String: String]) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let text = try? encoder.encode(fields) else { return nil }
            self = .text(String(decoding: text, as: UTF8.self))
        }

        fileprivate init(number: UInt) {
            self = Int64(exactly: number).map(RawValue.integer) ?? .text(String(number))
        }

        fileprivate init(_ profile: TCTrueProfile) {
            let fields = [
                "firstName": profile.firstName, "lastName": profile.lastName, "phoneNumber": profile.phoneNumber,
                "countryCode": profile.countryCode,
            ]
            self = .object(fields.compactMapValues { $0.map(RawValue.text) })
        }
    }
#endif
