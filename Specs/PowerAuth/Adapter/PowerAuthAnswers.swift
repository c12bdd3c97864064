#if canImport(PowerAuth2)
    import Foundation
    import PowerAuth2

    /// Waits for what a call's block says; of a block that is called again only the first word counts.
    ///
    /// - Throws: `CancellationError` when nobody waits any more, which is the only end of a block that is never called.
    @MainActor
    func firstAnswer<Answer: Sendable>(
        to call: (_ answer: @escaping @Sendable (Answer) -> Void) -> Void
    ) async throws -> Answer {
        let (answers, continuation) = AsyncStream<Answer>.makeStream(bufferingPolicy: .bufferingOldest(1))
        call { continuation.yield($0) }
        for await answer in answers { return answer }
        throw CancellationError()
    }

    /// An object that the SDK hands over and does not touch again.
    struct HandedOver<Value>: @unchecked Sendable {
        let value: Value
    }

    extension Error {
        /// Nobody knows what the server made of the request. Where the server answered that the request was at fault, it refused
        /// it, although the code is the same (FACTS 28).
        var isOfTheNetwork: Bool {
            let error = self as NSError
            guard error.powerAuthErrorCode == .networkError else { return false }
            let answer = error.userInfo[PowerAuthErrorDomain] as? PowerAuthRestApiErrorResponse
            return !(400..<500).contains(answer?.httpStatusCode ?? 0)
        }
    }

    extension PowerAuthActivation.Server {
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
#endif
