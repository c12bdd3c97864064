import FlowMachine
import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// A flow that stays in its state, whatever comes, until `cancel` ends it: each command and each callback is one record.
enum BusyFlow {
    private static let spec = """
        flow Busy version 1
        context { n: int 0...9 = 0 }
        command count, cancel
        callback word
        source sdk = "SDK" by word singleton { WORD => word }
        final done
        within 15m -> done
        on cancel -> done
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on count stay { n = 0 } on word stay { n = 0 } }
        """

    static func table() throws -> Table {
        Table(of: try CheckedFlow(spec).machine)
    }

    /// The flow in the form that all its runs share.
    static func running() throws -> RunningFlow { RunningFlow(try table()) }

    /// An orchestrator in which each run has a device of its own.
    static func orchestrator(_ flow: RunningFlow, in log: any EventLog) -> Orchestrator {
        let version = FlowVersion(of: flow, annotations: Table.Annotations(file: "Busy.flow", rowLines: []))
        let service = Orchestrator.Service(version, flow) { _, _ in NoEffects() }
        return Orchestrator(
            beginningIn: log, serving: [service], time: Orchestrator.SystemTime(), limit: .max,
            device: { _, _ in Device() })
    }

    /// The command `count`, at which the flow stays in its state.
    static func count(_ table: Table) throws -> Command { try command("count", of: table) }
    /// The command `cancel`, which ends a run.
    static func cancel(_ table: Table) throws -> Command { try command("cancel", of: table) }

    private static func command(_ name: String, of table: Table) throws -> Command {
        guard let event = table.event(named: name) else { throw BenchmarkError.flowIsWrong }
        return Command(event)
    }

    /// What the SDK says, as the app hands it over: the flow reads it as the callback `word`.
    static let word = RawValue.object(["word": .text("WORD")])

    private final class NoEffects: EffectHandler {
        func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws -> EffectAnswer? { nil }
    }
}
