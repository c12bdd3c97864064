public import CallNotes
public import Foundation

/// The SDK's one object, as far as an app's calls go.
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

    /// Works until its task is cancelled, as the silent leg's poll does.
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

    // MARK: - What a test sees and says

    public let calls = CallNotes()
    nonisolated(unsafe) public var whenCommitted: (@Sendable (OtplessResponse) -> Void)?

    public var hasDelegate: Bool { lock.withLock { delegate != nil } }

    /// Tells the delegate, if there still is one, on the main actor.
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
