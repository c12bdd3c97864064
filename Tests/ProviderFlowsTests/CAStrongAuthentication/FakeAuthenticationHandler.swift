import KeywayLog

/// Behaves as the vendor's `AuthenticationHandler` does for codes: a call with a PIN returns its response, a biometric one
/// calls one of its four blocks when the person has answered the prompt, and every code increments the counter.
///
/// A code ends with the counter. One over a transaction begins with 2; any other begins with 0, as real codes may.
final class FakeAuthenticationHandler: Sendable {
    enum AuthenticationType: Sendable {
        case userPIN
        case biometric
    }

    struct Response: Sendable {
        var status: String
        var otp: String?

        static let success = "SUCCESS"
    }

    /// The four blocks of one call.
    struct Blocks: Sendable {
        var success: @Sendable (Response) -> Void
        var failure: @Sendable (Response) -> Void
        var fallback: @Sendable () -> Void
        var cancel: @Sendable () -> Void
    }

    /// The key under which the transaction lies among the properties.
    static let signingKey = "OTP_SIGNING_KEY"

    let enabledTypes: [AuthenticationType]
    private let pin: String
    private let counter = Lock(0)
    private let signing = Lock<[String]>([])
    private let prompting: AsyncStream<Prompt>.Continuation
    /// The prompts in the order in which the person sees them.
    let prompts: AsyncStream<Prompt>

    /// The transactions that codes were made over, the earliest first.
    var signed: [String] { signing.withLock { $0 } }

    init(enabledTypes: [AuthenticationType] = [.userPIN, .biometric], pin: String = "4711") {
        self.enabledTypes = enabledTypes
        self.pin = pin
        (prompts, prompting) = AsyncStream.makeStream()
    }

    func generateOTP(userPIN: String, properties: [String: String] = [:]) -> Response {
        userPIN == pin ? makeCode(properties) : Response(status: "FAILURE")
    }

    func generateOTP(properties: [String: String] = [:], _ blocks: Blocks) {
        prompting.yield(Prompt(handler: self, properties: properties, blocks: blocks))
    }

    private func makeCode(_ properties: [String: String]) -> Response {
        let counter = counter.withLock { counter in
            defer { counter += 1 }
            return counter
        }
        let transaction = properties[Self.signingKey]
        if let transaction { signing.withLock { $0.append(transaction) } }
        return Response(status: Response.success, otp: "\(transaction == nil ? "01000" : "20000")\(counter)")
    }
}

extension FakeAuthenticationHandler {
    /// What the system asks the person. It may call blocks more than once, as nothing prevents that in the real SDK.
    struct Prompt: Sendable {
        fileprivate var handler: FakeAuthenticationHandler
        fileprivate var properties: [String: String]
        fileprivate var blocks: Blocks

        func pass() { blocks.success(handler.makeCode(properties)) }
        /// The person passes the prompt, but the credential behind it cannot be used.
        func passInVain() { blocks.success(Response(status: "FAILURE")) }
        func fallBack() { blocks.fallback() }
        func cancel() { blocks.cancel() }
    }
}
