import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// The completion blocks of prompts by CA's SDK (CAStrongAuthentication): each is the route to the run that ordered the prompt.
final class Prompts: Sendable {
    /// The routes of the two latest calls, the latest last.
    private let routes = Lock<[CallbackRoute]>([])

    /// Stores the route of a new call. The route of the call before stays, because the SDK may still call the older block.
    func open(_ route: CallbackRoute) {
        routes.withLock { $0 = $0.suffix(1) + [route] }
    }

    /// Hands a word to the latest call, or with `isOld` to the call before; does nothing where an earlier process made that call.
    func deliver(_ callback: RawValue, isOld: Bool) {
        let route = routes.withLock { isOld ? $0.dropLast().last : $0.last }
        route?.deliver(callback)
    }
}
