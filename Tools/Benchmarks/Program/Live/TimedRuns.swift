import FlowMachine
import KeywayCore
import KeywayOrchestrator
import KeywayRuns

/// Live runs of a flow that waits for the person while some timers of its state go on.
struct TimedRuns {
    private let orchestrator: Orchestrator
    private let flow: RunningFlow

    /// - Parameter timers: how many timers wait in each run, besides the deadline that every flow has.
    init(timers: Int) throws {
        flow = RunningFlow(Table(of: try CheckedFlow(Self.spec(timers: timers)).machine))
        orchestrator = BusyFlow.orchestrator(flow, in: NoLog())
    }

    /// Begins `count` runs, whose timers wait from then on.
    func begin(_ count: Int) async throws {
        for _ in 0..<count { _ = try await orchestrator.begin(flow) }
        while !orchestrator.isQuiet { try await Task.sleep(for: .milliseconds(10)) }
    }

    private static func spec(timers: Int) -> String {
        let numbers = 0..<timers
        let lines =
            ["flow Timed version 1", "command cancel", "final done", "within 9h -> done", "on cancel -> done"]
            + numbers.map { "timer t\($0)" }
            + ["reject other", "late other", "state idle waits for user {"]
            + (timers == 0
                ? [] : ["  enter { " + numbers.map { "set t\($0) \($0 + 1)h" }.joined(separator: "; ") + " }"])
            + numbers.map { "  on t\($0) -> done" } + ["}"]
        return lines.joined(separator: "\n")
    }
}
