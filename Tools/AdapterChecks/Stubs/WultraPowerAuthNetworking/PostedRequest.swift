import CallNotes
public import Foundation

/// A request that a test ends, and the operation that its caller was given; it stands in no queue.
public final class PostedRequest: Operation, @unchecked Sendable {
    private let calls: CallNotes
    private let completesCancelled: Bool
    private let completion: (WPNResponseBase?, WPNError?) -> Void

    init(
        calls: CallNotes, completesCancelled: Bool, completion: @escaping (WPNResponseBase?, WPNError?) -> Void
    ) {
        self.calls = calls
        self.completesCancelled = completesCancelled
        self.completion = completion
    }

    /// Calls the completion on a thread of its own, as often as is said: the SDK promises once.
    public func end(_ response: WPNResponseBase?, _ error: WPNError? = nil, times: Int = 1) {
        nonisolated(unsafe) let response = response
        Thread.detachNewThread { for _ in 0..<times { self.completion(response, error) } }
    }

    public override func cancel() {
        calls.add("cancel")
        if completesCancelled { end(nil, WPNError(reason: WPNErrorReason(rawValue: "canceled"))) }
    }
}
