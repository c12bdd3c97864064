public import CallNotes
public import Foundation

/// Stub of the SDK's singleton, with the calls that an app makes.
///
/// Source: repository `otpless-tech/otpless-headless-iOS-sdk`, `Sources/OtplessBM/Otpless.swift`.
public final class Otpless: NSObject, @unchecked Sendable {
    public static let shared = Otpless()

    private let lock = NSLock()
    private weak var delegate: (any OtplessResponseDelegate)?

    public func setResponseDelegate(_ otplessResponseDelegate: any OtplessResponseDelegate) {
        lock.withLock { delegate = otplessResponseDelegate }
        calls.add("setResponseDelegate")
    }

    /// Returns only once its task is cancelled, as in the SDK, which asks its server again and again; here an hour is the limit.
    public func start(withRequest otplessRequest: OtplessRequest) async {
        await withTaskCancellationHandler {
            calls.add("start " + otplessRequest.description)
            try? await Task.sleep(for: .seconds(3600))
        } onCancel: {
            calls.add("cancelled " + otplessRequest.description)
        }
    }

    public func isOtplessDeeplink(url: URL) -> Bool { url.host == "otpless" }

    public func handleDeeplink(_ url: URL) async { calls.add("handleDeeplink " + url.absoluteString) }

    public func commitOtplessResponse(_ otplessResponse: OtplessResponse) {
        calls.add("commit " + otplessResponse.responseType.rawValue)
        whenCommitted?(otplessResponse)
    }

    public func cleanup() {
        lock.withLock { delegate = nil }
    }

    // MARK: - For the test, and not in the SDK

    public let calls = CallNotes()
    /// Called when the adapter has handed a response back by `commitOtplessResponse`.
    nonisolated(unsafe) public var whenCommitted: (@Sendable (OtplessResponse) -> Void)?

    public var hasDelegate: Bool { lock.withLock { delegate != nil } }

    /// Sends the delegate, if there is one, a response on the main actor, as the SDK does.
    @MainActor
    public func say(_ responseType: ResponseTypes, _ statusCode: Int, _ response: [String: Any]? = nil) {
        let delegate = lock.withLock { self.delegate }
        delegate?.onResponse(
            OtplessResponse(responseType: responseType, response: response, statusCode: statusCode))
    }
}

@MainActor
public protocol OtplessResponseDelegate: NSObjectProtocol {
    func onResponse(_ response: OtplessResponse)
}
