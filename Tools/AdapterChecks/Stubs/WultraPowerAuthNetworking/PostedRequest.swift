import CallNotes
public import Foundation

/// A request that was posted: the operation that `post` gave the adapter. It runs in no queue; the test ends it by `end`.
public final class PostedRequest: Operation, @unchecked Sendable {
    private let calls: CallNotes
    /// Whether `cancel` calls the completion: version 2 does, 1.3 does not.
    private let completesCancelled: Bool
    private let completion: (WPNResponseBase?, WPNError?) -> Void

    init(
        calls: CallNotes, completesCancelled: Bool, completion: @escaping (WPNResponseBase?, WPNError?) -> Void
    ) {
        self.calls = calls
        self.completesCancelled = completesCancelled
        self.completion = completion
    }

    /// Calls the completion on a thread of its own. The SDK promises to call it once; a test asks for more `times` to see what an
    /// adapter does without that promise.
    public func end(_ response: WPNResponseBase?, _ error: WPNError? = nil, times: Int = 1) {
        nonisolated(unsafe) let response = response
        Thread.detachNewThread { for _ in 0..<times { self.completion(response, error) } }
    }

    public override func cancel() {
        calls.add("cancel")
        if completesCancelled { end(nil, WPNError(reason: WPNErrorReason(rawValue: "canceled"))) }
    }
}
