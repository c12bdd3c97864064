import KeywayCore

/// The calls that flows make of one provider's SDK, by the names that the provider's model has for them.
///
/// A model has all calls of its SDK, also those that only another flow makes. Such a call must not count as something that can still lead
/// to a success, because nobody makes it here.
struct AppCalls: Sendable {
    /// The names of all these calls.
    private(set) var all: Set<String> = []
    /// The names of those calls that begin an attempt.
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
