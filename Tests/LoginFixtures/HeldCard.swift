import KeywayCore
package import KeywayLog
package import KeywayOrchestrator
import KeywayTesting

/// A login by a card whose reader does not give the card back: its sub-flow goes on when the login has ended.
package struct HeldCard: CardLogin.Effects {
    private struct Reader: CardReader.Effects {
        func eject() async throws -> CardReader.EjectReply {
            while true { try await Task.sleep(for: .seconds(3600)) }
        }
    }

    package let reader: any CardReader.Effects = Reader()

    package init() {}

    /// Serves the login over a log in memory, on a clock that stands still.
    package static func orchestrator(
        _ log: any EventLog = MemoryLog(), time: any Orchestrator.TimeSource = TestClock()
    ) async throws -> Orchestrator {
        try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in HeldCard() }], time: time) { _, _ in
            Device()
        }
    }
}
