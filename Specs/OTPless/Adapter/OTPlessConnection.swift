// For the target of an app that links OtplessBM and Keyway; `Specs/README.md` says how.
#if canImport(OtplessBM)
    import Foundation
    import Keyway
    import OtplessBM

    /// An app's one connection to the OTPless SDK: whatever flow runs, it keeps the duties that the vendor asks for.
    ///
    /// Make it before the SDK is initialised, so that no word is lost, and keep it as long as the app: the SDK does not
    /// (FACTS 12).
    @MainActor
    final class OTPlessConnection: NSObject, OtplessResponseDelegate {
        /// What is to be signed in.
        enum Subject: Sendable {
            /// The calling code is the country's: +91.
            case phone(String, callingCode: String)
            case email(String)
            /// By the SDK's own word for it.
            case account(String)
            /// A request that the backend made, from SDK 2.3 on.
            case request(String)
        }

        /// What an attempt asks for, in the SDK's words; what is nil is left to the dashboard.
        struct Choice: Sendable {
            /// The channel of the request itself: `OTP`, `MAGICLINK` or `OTP_LINK` (FACTS 33).
            var channel: String?
            var delivery: String?
            var length: String?
            var expiry: String?
        }

        struct NothingToVerify: Error {}
        /// The app initialises the SDK by itself.
        struct NothingToInitialise: Error {}
        /// No URL, or not one of the SDK's.
        struct ForeignURL: Error {}

        /// The calls of one attempt, and the run that it belongs to.
        private struct Attempt {
            let subject: Subject
            let run: RunID?
            var tasks: [Task<Void, Never>] = []

            mutating func cancel() {
                for task in tasks { task.cancel() }
                tasks = []
            }
        }

        private let flow: any Flow.Type
        private let sources: Device.Sources
        private let initialisation: (@MainActor () -> Void)?
        /// The attempt that began last. It stays when its calls are cancelled: where the next one is refused, the person may still type the
        /// code of this one (FACTS 23).
        private var attempt: Attempt?

        /// - Parameters:
        ///   - flow: any flow that reads OTPless.
        ///   - sources: where the app's runs meet.
        ///   - initialisation: calls `Otpless.shared.initialise` with the app's id and a view controller; an app that does so by
        ///     itself leaves it out.
        init(
            reading flow: (some Flow).Type, sources: Device.Sources = .shared,
            initialising initialisation: (@MainActor () -> Void)? = nil
        ) {
            self.flow = flow
            self.sources = sources
            self.initialisation = initialisation
            super.init()
            Otpless.shared.setResponseDelegate(self)
        }

        /// The response is handed back first; then the run that holds the SDK hears it.
        func onResponse(_ response: OtplessResponse) {
            Otpless.shared.commitOtplessResponse(response)
            // It throws only for a flow that reads no OTPless.
            try? sources.deliver(RawValue(response), as: flow)
        }

        /// Begins an attempt; the calls of the one before are cancelled first (FACTS 14).
        func start(_ subject: Subject, asking choice: Choice = Choice()) {
            attempt?.cancel()
            attempt = Attempt(subject: subject, run: CallbackRoute.current?.run)
            let request = OtplessRequest(subject)
            request.set(choice)
            call(request)
        }

        /// Tells the run that holds the SDK that nothing was called, since the SDK has no call for what was asked (FACTS 35).
        func refuse(_ what: String) {
            attempt?.cancel()
            let answer: RawValue = .object(["errorCode": .text("NOT_OFFERED"), "errorMessage": .text(what)])
            try? sources.deliver(
                .object(["responseType": .text("INITIATE"), "statusCode": .integer(0), "response": answer]), as: flow)
        }

        /// Initialises the SDK, or does so again (FACTS 30, 38).
        func initialise() throws {
            guard let initialisation else { throw NothingToInitialise() }
            Otpless.shared.setResponseDelegate(self)
            initialisation()
        }

        /// Hands a returning URL over (FACTS 36): one that was sent as text, and not by `opened(_:)`, is looked at here.
        func open(_ text: String) throws {
            guard let url = URL(string: text), Otpless.shared.isOtplessDeeplink(url: url) else { throw ForeignURL() }
            Otpless.shared.setResponseDelegate(self)
            Task { await Otpless.shared.handleDeeplink(url) }
        }

        /// Hands over a code of the run's attempt, whose own call goes on (FACTS 23).
        func verify(_ code: String) throws {
            // An attempt that another run has begun since is for another number, perhaps.
            guard let attempt, attempt.run == CallbackRoute.current?.run else { throw NothingToVerify() }
            let request = OtplessRequest(attempt.subject)
            request.set(otp: code)
            call(request)
        }

        /// Cancels the calls of the attempt, unless another run has begun one since.
        func stop() {
            guard attempt?.run == CallbackRoute.current?.run else { return }
            attempt?.cancel()
        }

        private func call(_ request: OtplessRequest) {
            // Another screen or `cleanup()` may have taken it away.
            Otpless.shared.setResponseDelegate(self)
            attempt?.tasks.append(Task { await Otpless.shared.start(withRequest: request) })
        }
    }

    extension OTPlessSmartAuth.Command {
        /// The app was opened by this URL: `try await run.send(.opened(url))`.
        ///
        /// - Throws: `OTPlessConnection.ForeignURL` where it is none of the SDK's, so that the run records nothing (FACTS 36).
        static func opened(_ url: URL) throws(OTPlessConnection.ForeignURL) -> Self {
            guard Otpless.shared.isOtplessDeeplink(url: url) else { throw OTPlessConnection.ForeignURL() }
            return .opened(url: url.absoluteString)
        }
    }

    extension OtplessRequest {
        fileprivate convenience init(_ subject: OTPlessConnection.Subject) {
            self.init()
            switch subject {
            case .phone(let number, let callingCode): set(phoneNumber: number, withCountryCode: callingCode)
            case .email(let address): set(email: address)
            case .account(let word): set(objcChannelType: word)
            case .request(let identity): set(fromBackend: identity)
            }
        }

        fileprivate func set(_ choice: OTPlessConnection.Choice) {
            if let channel = choice.channel { set(extras: ["channel": channel]) }
            if let delivery = choice.delivery { set(deliveryChannelForTransaction: delivery) }
            if let length = choice.length { set(otpLength: length) }
            if let expiry = choice.expiry { set(otpExpiry: expiry) }
        }
    }
#endif
