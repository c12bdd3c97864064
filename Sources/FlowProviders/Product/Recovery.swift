/// What becomes of an effect's order when the app dies and comes back.
package struct Recovery: Hashable, Sendable {
    /// Whether an effect that is performed `once`, and was begun, is begun again; no orchestrator may.
    var repeatsOnce: Bool

    /// As the orchestrator recovers: what was ordered and not begun is begun; of what was begun and is not done, only what
    /// may happen more than once is begun again.
    package static let orchestrator = Recovery(repeatsOnce: false)

    /// Whether an order that was begun and is not done is begun again.
    func begins(again isOnce: Bool) -> Bool { repeatsOnce || !isOnce }
}
