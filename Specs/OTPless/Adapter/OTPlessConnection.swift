// For the target of an app that links OtplessBM and Keyway; `Specs/README.md` says how.
#if canImport(OtplessBM)
    import Foundation
    import Keyway
    import OtplessBM

    /// An app's one connection to the OTPless SDK and the SDK's delegate: it does what the vendor asks of an app, whatever flow runs.
    ///
    /// Make it before the SDK is initialised, so that no word is lost, and keep it as long as the app lives: the SDK does not keep its
    /// delegate (FACTS 12).
    @MainActor
    final class OTPlessConnection: NSObject, OtplessResponseDelegate {
        /// What is to be signed in.
        enum Subject: Sendable {
            /// The calling code is the country's, as `+91`.
            case phone(String, callingCode: String)
            case email(String)
            /// An account elsewhere, by the SDK's own word for the kind of account, as `GMAIL`.
            case account(String)
            /// A request that the backend made, by its identity; from SDK 2.3 on.
            case request(String)
        }

        /// What an attempt asks for, in the SDK's words; what is nil is left to the vendor's dashboard.
        struct Choice: Sendable {
            /// The channel of the request itself: `OTP`, `MAGICLINK` or `OTP_LINK` (FACTS 33).
            var channel: String?
            /// By what a code is delivered, as `SMS`.
            var delivery: String?
            /// How many digits a code has.
            var length: String?
            /// For how many seconds a code is valid.
            var expiry: String?
        }

        /// Thrown for a code where no attempt has begun, or the last one is another run's.
        struct NothingToVerify: Error {}
        /// Thrown where the app initialises the SDK by itself, so that the connection cannot.
        struct NothingToInitialise: Error {}
        /// Thrown for a text that is no URL, or a URL that is not one of the SDK's.
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
        ///   - sources: hands the SDK's words to the app's runs.
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

        /// Hands the response back to the SDK first, as the vendor asks; then the run that holds the SDK hears it.
        func onResponse(_ response: OtplessResponse) {
            Otpless.shared.commitOtplessResponse(response)
            // `deliver` throws only for a flow that reads no OTPless.
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

        /// Cancels the tasks of the attempt before, and tells the run that holds the SDK that nothing was called, since the SDK has no call
        /// for what was asked (FACTS 35).
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

        /// Hands the SDK a URL by which the app was opened (FACTS 36). `opened(_:)` has checked its URL; a command that was sent with a
        /// text may have any, so the URL is checked here too.
        func open(_ text: String) throws {
            guard let url = URL(string: text), Otpless.shared.isOtplessDeeplink(url: url) else { throw ForeignURL() }
            Otpless.shared.setResponseDelegate(self)
            Task { await Otpless.shared.handleDeeplink(url) }
        }

        /// Hands over a code of the run's attempt, whose own call goes on (FACTS 23).
        func verify(_ code: String) throws {
            // An attempt that another run has begun since may be for another number.
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
            // Another screen or `cleanup()` may have taken the delegate away.
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
