import Keyway
import KeywayLog
import KeywayOrchestrator

/// Notes what it is asked to perform, in that order, and does what a test says.
final class NotingHandler: EffectHandler {
    typealias Performing = @Sendable (_ effect: String, _ number: Int) async throws -> String?

    private let table: Table
    private let performing: Performing
    private let begun = Lock<[String]>([])

    /// - Parameter performing: is told the effect's name and how many were performed before, and names a reply.
    init(of table: Table, _ performing: @escaping Performing = { _, _ in nil }) {
        self.table = table
        self.performing = performing
    }

    var beginnings: [String] { begun.withLock { $0 } }

    nonisolated(nonsending) func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws
        -> EffectAnswer?
    {
        let name = table.effects[order.effect].name
        let number = begun.withLock { begun in
            begun.append(name)
            return begun.count - 1
        }
        return try await performing(name, number).map { EffectAnswer(reply: table.event(named: $0) ?? -1) }
    }
}

/// Hangs until its task is cancelled.
func hang() async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
}

/// Whether it becomes true; it is given long, for machines with much else to do.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try condition()
}

extension LiveRun {
    /// Asks the command of this name.
    @discardableResult
    func send(named command: String) throws -> CommandAnswer {
        try send(table.event(named: command) ?? -1)
    }

    /// The events of the run's records, as `word: late`.
    func events(in log: any EventLog) throws -> [String] {
        try log.records(of: id).compactMap { record in
            guard case .event(let event) = record.content else { return nil }
            return "\(table.events[event.event].name): \(event.disposition)"
        }
    }
}
