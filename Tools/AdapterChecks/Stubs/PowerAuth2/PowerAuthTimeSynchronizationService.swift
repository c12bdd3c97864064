import CallNotes
public import Foundation

/// Stub of the SDK's protocol for what it knows of the server's time, with the members that the adapter uses.
///
/// Source: repository `wultra/powerauth-mobile-sdk` 1.9, `proj-xcode/PowerAuth2/PowerAuthTimeSynchronizationService.h`.
public protocol PowerAuthTimeSynchronizationService: AnyObject {
    var isTimeSynchronized: Bool { get }

    func synchronizeTime(
        callback: @escaping ((any Error)?) -> Void, callbackQueue: DispatchQueue?
    ) -> (any PowerAuthOperationTask)?
}

/// Says whether the time is synchronised, as a test has set it. A synchronisation is noted and answered, and does not change that.
public final class StubbedTime: PowerAuthTimeSynchronizationService {
    public var isTimeSynchronized = false
    private unowned let sdk: PowerAuthSDK

    init(sdk: PowerAuthSDK) { self.sdk = sdk }

    public func synchronizeTime(
        callback: @escaping ((any Error)?) -> Void, callbackQueue: DispatchQueue?
    ) -> (any PowerAuthOperationTask)? {
        sdk.calls.add("synchronizeTime")
        sdk.answer(callback)
        return nil
    }
}
