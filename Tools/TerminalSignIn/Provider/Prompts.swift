import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// The ways back from prompts of CA's SDK to the runs that ordered them: such a call has a completion block, which the SDK calls.
final class Prompts: Sendable {
    /// The way back of the latest call, and before it that of the call before.
    private let routes = Lock<[CallbackRoute]>([])

    /// Keeps the way back of a new call; that of the call before stays for what the older prompt still says.
    func open(_ route: CallbackRoute) {
        routes.withLock { $0 = $0.suffix(1) + [route] }
    }

    /// Hands a word to the latest call, or with `isOld` to the call before; does nothing where an earlier process made that call.
    func deliver(_ callback: RawValue, isOld: Bool) {
        let route = routes.withLock { isOld ? $0.dropLast().last : $0.last }
        route?.deliver(callback)
    }
}
