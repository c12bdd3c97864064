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
            /// A request that the backend made, from SDK 2.3 on.
            case request(String)
        }

        struct NothingToVerify: Error {}

        /// The calls of one attempt, and the run that it belongs to.
        private struct Attempt {
            let subject: Subject
            let run: RunID?
            var tasks: [Task<Void, Never>] = []

            func cancel() {
                for task in tasks { task.cancel() }
            }
        }

        private let flow: any Flow.Type
        private let sources: Device.Sources
        private var attempt: Attempt?

        /// - Parameters:
        ///   - flow: any flow that reads OTPless.
        ///   - sources: where the app's runs meet.
        init(reading flow: (some Flow).Type, sources: Device.Sources = .ofThisProcess) {
            self.flow = flow
            self.sources = sources
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
        func start(_ subject: Subject) {
            attempt?.cancel()
            attempt = Attempt(subject: subject, run: CallbackRoute.current?.run)
            call(OtplessRequest(subject))
        }

        /// Hands over a code of the attempt, whose own call goes on (FACTS 23).
        func verify(_ code: String) throws {
            guard let attempt else { throw NothingToVerify() }
            let request = OtplessRequest(attempt.subject)
            request.set(otp: code)
            call(request)
        }

        /// Cancels the calls of the attempt, unless another run has begun one since.
        func stop() {
            guard let attempt, attempt.run == CallbackRoute.current?.run else { return }
            attempt.cancel()
            self.attempt = nil
        }

        private func call(_ request: OtplessRequest) {
            // Another screen or `cleanup()` may have taken it away.
            Otpless.shared.setResponseDelegate(self)
            attempt?.tasks.append(Task { await Otpless.shared.start(withRequest: request) })
        }
    }

    extension OtplessRequest {
        fileprivate convenience init(_ subject: OTPlessConnection.Subject) {
            self.init()
            switch subject {
            case .phone(let number, let callingCode): set(phoneNumber: number, withCountryCode: callingCode)
            case .request(let identity): set(fromBackend: identity)
            }
        }
    }
#endif
