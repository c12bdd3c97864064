#if canImport(PowerAuth2)
    import Foundation
    import PowerAuth2

    /// Waits for the answer that a call of the SDK gives its block; where the block is called again only the first answer counts.
    ///
    /// - Throws: `CancellationError` when nobody waits any more, which is the only end of a block that is never called.
    @MainActor
    func firstAnswer<Answer: Sendable>(
        to call: (_ answer: @escaping @Sendable (Answer) -> Void) -> Void
    ) async throws -> Answer {
        try await firstAnswerOrCancel { answer in
            call(answer)
            return nil
        }
    }

    /// Waits as `firstAnswer` does, and cancels the call of the SDK at once where nobody waits any more: otherwise the end of that call
    /// would take away what a later call has begun (FACTS 2, 4).
    @MainActor
    func firstAnswerOrCancel<Answer: Sendable>(
        to call: (_ answer: @escaping @Sendable (Answer) -> Void) -> (any PowerAuthOperationTask)?
    ) async throws -> Answer {
        let (answers, continuation) = AsyncStream<Answer>.makeStream(bufferingPolicy: .bufferingOldest(1))
        // The SDK's tasks have locks of their own, so any thread may cancel them.
        let task = HandedOver(value: call { continuation.yield($0) })
        return try await withTaskCancellationHandler {
            for await answer in answers { return answer }
            throw CancellationError()
        } onCancel: {
            task.value?.cancel()
        }
    }

    extension PowerAuthSDK {
        /// Asks the server for the activation's status, and returns the reply for it.
        ///
        /// - Parameters:
        ///   - upgradeFailed: the reply where the SDK could not upgrade the activation's protocol (FACTS 29).
        ///   - unknown: the reply where there is no status for another reason.
        ///   - known: makes the reply for a status.
        @MainActor
        func status<Reply: Sendable>(
            upgradeFailed: Reply, unknown: Reply,
            known: @escaping @Sendable (PowerAuthActivationStatus) -> Reply
        ) async throws -> Reply {
            try await firstAnswer { answer in
                _ = fetchActivationStatus { @Sendable status, error in
                    answer(
                        status.map(known)
                            ?? (error?.powerAuthErrorCode == .protocolUpgrade ? upgradeFailed : unknown))
                }
            }
        }
    }

    /// An object that the SDK hands over and does not touch again, or guards by itself.
    struct HandedOver<Value>: @unchecked Sendable {
        let value: Value
    }

    extension Error {
        /// Whether the server answered that the request was at fault. Where it was too slow, asked too early or too often, or could not
        /// read the request, it refused nothing. With any other error nobody knows what the server made of the request, whatever the SDK's
        /// code is (FACTS 28).
        var isServerRefusal: Bool {
            guard let status = answer?.httpStatusCode else { return false }
            if ["ERR_TEMPORARY_KEY", "TOO_MANY_REQUESTS"].contains(serverCode) { return false }
            return (400..<500).contains(status) && ![408, 425, 429].contains(status)
        }

        var powerAuthErrorCode: PowerAuthErrorCode { (self as NSError).powerAuthErrorCode }

        /// Whether nothing was signed: there was no activation, a wrong call, an upgrade, no time, or no signature (FACTS 29, 31, 33).
        var isBeforeTheSignature: Bool {
            [
                .missingActivation, .activationPending, .wrongParameter, .protocolUpgrade, .pendingProtocolUpgrade,
                .timeSynchronization, .signatureError,
            ].contains(powerAuthErrorCode)
        }

        /// The server's own code of what was wrong; nil where it sent none.
        var serverCode: String? { answer?.responseObject?.code }

        private var answer: PowerAuthRestApiErrorResponse? {
            (self as NSError).userInfo[PowerAuthErrorDomain] as? PowerAuthRestApiErrorResponse
        }
    }

    /// The server's states, as each flow names them.
    protocol PowerAuthServerState {
        static var created: Self { get }
        static var pending: Self { get }
        static var active: Self { get }
        static var blocked: Self { get }
        static var removed: Self { get }
        static var deadlock: Self { get }
        static var other: Self { get }
    }

    extension PowerAuthServerState {
        /// By the number of the SDK, 128 included (FACTS 1).
        init(_ state: PowerAuthActivationState) {
            switch state.rawValue {
            case 1: self = .created
            case 2: self = .pending
            case 3: self = .active
            case 4: self = .blocked
            case 5: self = .removed
            case 128: self = .deadlock
            default: self = .other
            }
        }
    }

    extension PowerAuthActivation.Server: PowerAuthServerState {}
    extension PowerAuthBiometry.Server: PowerAuthServerState {}
    extension PowerAuthTokenRemoval.Server: PowerAuthServerState {}

    /// What the server has against a request that the SDK makes by itself, as each flow names it.
    protocol PowerAuthRefusal {
        static var authentication: Self { get }
        static var activation: Self { get }
        static var tooMany: Self { get }
        static var other: Self { get }
    }

    extension PowerAuthRefusal {
        /// The group of the server's code (FACTS 23); nil where it said nothing more than that it refuses.
        init?(_ error: any Error) {
            switch error.serverCode {
            case nil: return nil
            case "POWERAUTH_AUTH_FAIL", "ERR_AUTHENTICATION": self = .authentication
            case "INVALID_ACTIVATION", "ERR_ACTIVATION": self = .activation
            case "TOO_MANY_REQUESTS": self = .tooMany
            case _?: self = .other
            }
        }
    }

    extension PowerAuthActivation.Refusal: PowerAuthRefusal {}
    extension PowerAuthBiometry.Refusal: PowerAuthRefusal {}
    extension PowerAuthTokenRemoval.Refusal: PowerAuthRefusal {}
#endif
