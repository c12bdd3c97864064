import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// The prompts of CA that the app ordered, by the ways back to whom ordered them.
final class Prompts: Sendable {
    private let routes = Lock<[CallbackRoute]>([])

    /// Keeps the way back of a call; the one before stays for what an older prompt still says.
    func open(_ route: CallbackRoute) {
        routes.withLock { $0 = $0.suffix(1) + [route] }
    }

    /// Hands a word to the call that it is of. One of an earlier process has nobody to speak to.
    func deliver(_ callback: RawValue, isOld: Bool) {
        let route = routes.withLock { isOld ? $0.dropLast().last : $0.last }
        route?.deliver(callback)
    }
}
