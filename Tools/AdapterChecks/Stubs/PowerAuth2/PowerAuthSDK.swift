public import CallNotes
public import Foundation

/// Stub of the SDK's object for one activation on the phone; its methods have the names that Swift makes of the Objective-C.
///
/// Source: repository `wultra/powerauth-mobile-sdk` 1.9, `proj-xcode/PowerAuth2/PowerAuthSDK.h`.
public final class PowerAuthSDK: NSObject {
    public func createActivation(
        _ activation: PowerAuthActivation, callback: @escaping (PowerAuthActivationResult?, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        calls.add("createActivation \(activation.code)")
        isPending = error == nil
        answer { callback($0 == nil ? PowerAuthActivationResult() : nil, $0) }
        return NotedTask(call: "createActivation", calls: calls)
    }

    public func persistActivation(with authentication: PowerAuthAuthentication) throws {
        calls.add("persistActivation \(authentication.factors)")
        if let error { throw error }
        (isPending, isActivated) = (false, true)
    }

    public func fetchActivationStatus(
        callback: @escaping (PowerAuthActivationStatus?, (any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        calls.add("fetchActivationStatus")
        let (state, remaining) = (state, remainingAttempts)
        answer {
            callback($0 == nil ? state.map { .init($0, remainingAttempts: remaining) } : nil, $0)
        }
        return nil
    }

    /// As the server has it, possession alone is refused; where the server says yes, the phone has no activation any more.
    public func removeActivation(
        with authentication: PowerAuthAuthentication, callback: @escaping ((any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        calls.add("removeActivation \(authentication.factors)")
        let isRefused = authentication.factors == PowerAuthAuthentication.possession().factors
        let failure = error ?? (isRefused ? NSError(answeredWith: 401, code: "ERR_AUTHENTICATION") : nil)
        if failure == nil { isActivated = false }
        answer(failing: failure, callback)
        return NotedTask(call: "removeActivation", calls: calls)
    }

    public func removeActivationLocal() {
        calls.add("removeActivationLocal")
    }

    public func hasValidActivation() -> Bool { isActivated }

    public func hasPendingActivation() -> Bool { isPending }

    public func canStartActivation() -> Bool { !isActivated && !isPending }

    public var timeSynchronizationService: any PowerAuthTimeSynchronizationService { time }

    public var tokenStore: any PowerAuthTokenStore { tokens }

    public func authenticateUsingBiometry(
        withPrompt prompt: String, callback: @escaping (PowerAuthAuthentication?, (any Error)?) -> Void
    ) {
        calls.add("authenticateUsingBiometry")
        answer { callback($0 == nil ? PowerAuthAuthentication(factors: "possession biometry") : nil, $0) }
    }

    public func addBiometryFactor(
        password: String, callback: @escaping ((any Error)?) -> Void
    ) -> (any PowerAuthOperationTask)? {
        calls.add("addBiometryFactor \(password)")
        if error == nil { hasFactor = keepsFactor }
        answer(callback)
        return nil
    }

    public func hasBiometryFactor() -> Bool { hasFactor }

    public func removeBiometryFactor() -> Bool {
        calls.add("removeBiometryFactor")
        if isActivated { hasFactor = false }
        return isActivated
    }

    public func verifyServerSignedData(_ data: Data, signature: String, masterKey: Bool) -> Bool {
        calls.add("verifyServerSignedData \(String(decoding: data, as: UTF8.self)) \(masterKey ? "master" : "own")")
        return (masterKey || isActivated) && signature == "genuine"
    }

    public func offlineSignature(
        with authentication: PowerAuthAuthentication, uriId: String, body: Data?, nonce: String
    ) throws -> String {
        calls.add(
            "offlineSignature \(authentication.factors) \(uriId) \(String(decoding: body ?? Data(), as: UTF8.self)) \(nonce)"
        )
        if let error { throw error }
        return "12345678-87654321"
    }

    // MARK: - For the test, and not in the SDK

    public let calls = CallNotes()
    /// What the calls fail with as long as it is set; tokens have `tokenError`.
    public var error: NSError?
    /// What the server says of the activation; where it is nil, a status call is answered by neither a status nor an error.
    public var state: PowerAuthActivationState?
    /// How many failed attempts the server still allows.
    public var remainingAttempts: UInt32 = 5
    /// How often each callback is called. The SDK promises once; a test sets 0 or 2 to see what an adapter does without that promise.
    public var callbackCount = 1
    public var isActivated = true
    public var isPending = false
    /// Whether the phone has the key for biometry.
    public var hasFactor = false
    /// Whether the phone keeps a key that `addBiometryFactor` adds.
    public var keepsFactor = true
    /// What requests for a token and its removal fail with as long as it is set.
    public var tokenError: NSError?
    public lazy var time = StubbedTime(sdk: self)
    public lazy var tokens = StubbedTokens(sdk: self)

    func answer(_ callback: @escaping (NSError?) -> Void) { answer(failing: error, callback) }

    /// Calls the callback `callbackCount` times, with the error or nil, on a thread of its own.
    func answer(failing error: NSError?, _ callback: @escaping (NSError?) -> Void) {
        nonisolated(unsafe) let callback = callback
        let count = callbackCount
        Thread.detachNewThread { for _ in 0..<count { callback(error) } }
    }
}

public protocol PowerAuthOperationTask: AnyObject {
    func cancel()
}

final class FinishedTask: PowerAuthOperationTask {
    func cancel() {}
}

/// Notes that it was cancelled.
final class NotedTask: PowerAuthOperationTask {
    private let call: String
    private let calls: CallNotes

    init(call: String, calls: CallNotes) {
        self.call = call
        self.calls = calls
    }

    func cancel() { calls.add("cancel \(call)") }
}
