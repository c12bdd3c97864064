import KeywayCore
import KeywayLog
import KeywayOrchestrator

/// A handler that notes what it is asked to perform, in order, and does what a test says.
final class NotingHandler: EffectHandler {
    /// What the handler does for an effect, given its name and how many effects were asked for before. It returns the name of a reply; nil
    /// where it gives no answer. It begins where `perform` is called, so that several note
    /// what they do in the order in which they are called.
    typealias Performing = nonisolated(nonsending) @Sendable (_ effect: String, _ number: Int) async throws -> String?

    private let table: Table
    private let performing: Performing
    private let noting: @Sendable ([Value?]) -> Void
    private let begun = Lock<[String]>([])

    /// - Parameters:
    ///   - noting: is called before `performing`, with the order's arguments.
    init(
        of table: Table, _ performing: @escaping Performing = { _, _ in nil },
        noting: @escaping @Sendable ([Value?]) -> Void = { _ in }
    ) {
        self.table = table
        self.noting = noting
        self.performing = performing
    }

    /// The names of the effects that were asked for, in order.
    var performedEffects: [String] { begun.withLock { $0 } }

    nonisolated(nonsending) func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws
        -> EffectAnswer?
    {
        noting(order.arguments)
        let name = table.effects[order.effect].name
        let number = begun.withLock { begun in
            begun.append(name)
            return begun.count - 1
        }
        return try await performing(name, number).map { EffectAnswer(reply: table.event(named: $0) ?? -1) }
    }
}

extension NotingHandler {
    /// A handler that never answers; its task is cancelled when nobody waits for the answer any more.
    static func hanging(of table: Table) -> NotingHandler {
        NotingHandler(of: table) { _, _ in
            try await hang()
            return nil
        }
    }
}

/// Hangs until its task is cancelled.
func hang() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
}

/// Whether the condition becomes true within about ten seconds: long enough for a machine with much else to do.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try await condition()
}
