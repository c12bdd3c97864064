import KeywayCore

/// The calls that flows make of one provider's SDK, by the names that the provider's model has for them.
///
/// A model has all calls of its SDK. What only another flow calls must not count as a way on: nobody would make the call.
struct AppCalls: Sendable {
    /// All calls.
    private(set) var all: Set<String> = []
    /// The calls that begin an attempt.
    private(set) var attempts: Set<String> = []

    init(of provider: String, by tables: [Table]) {
        for effect in tables.flatMap(\.effects) {
            guard let call = effect.calls, call.hasPrefix(provider + ".") else { continue }
            let name = String(call.dropFirst(provider.count + 1))
            all.insert(name)
            if effect.startsAttempt { attempts.insert(name) }
        }
    }
}
