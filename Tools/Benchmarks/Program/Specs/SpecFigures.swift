import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import ProviderFiles

/// How long it takes to check specs, and to write one as Swift, in seconds.
struct SpecFigures {
    func report(to report: inout Report) throws {
        let shipped = try Self.checkShippedSpecs()
        report["checkShippedSpecsSeconds"] = shipped.rounded(toPlaces: 4)
        print("All shipped specs are checked in \(shipped.rounded(toPlaces: 4)) s.")
        let large = try Self.checkAndGenerateLargeFlow()
        report["checkAndGenerate1000StatesSeconds"] = large.rounded(toPlaces: 4)
        print("1,000 states and 100 events are checked and written as Swift in \(large.rounded(toPlaces: 4)) s.")
    }

    /// Parses and resolves all flows that ship, and checks every rule on them; each by itself, without sub-flows and models.
    private static func checkShippedSpecs() throws -> Double {
        let sources = ShippedFile.flows.map { SourceText(path: $0.name, bytes: $0.bytes) }
        return try seconds {
            for source in sources where check(source, for: SwiftLanguage()).hasErrors {
                throw BenchmarkError.flowIsWrong
            }
        }
    }

    /// Checks, plans and writes as Swift a flow of 1,000 states and 100 events.
    private static func checkAndGenerateLargeFlow() throws -> Double {
        let source = SourceText(path: "Large.flow", bytes: Array(largeFlow(states: 1000, commands: 98).utf8))
        return try seconds {
            let checked = check(source, for: SwiftLanguage())
            guard let machine = checked.machine, checked.mayRun else { throw BenchmarkError.flowIsWrong }
            if SwiftFlow(machine, in: source).text.isEmpty { throw BenchmarkError.flowIsWrong }
        }
    }

    /// The median of three calls, after one that is not counted.
    private static func seconds(of work: () throws -> Void) throws -> Double {
        try work()
        let times = try (0..<3).map { _ in try ContinuousClock().measure(work) / .seconds(1) }
        return times.sorted()[1]
    }

    /// A flow whose states form a row: from each an arrow leads to the next, and another one to some other state.
    ///
    /// `commands` does not count the command `cancel`; the deadline of the flow is one event more.
    private static func largeFlow(states: Int, commands: Int) -> String {
        var lines = ["flow Large version 1", "command cancel"]
        lines += (0..<commands).map { "command c\($0)" }
        lines += ["final done", "final cancelled", "within 1h -> cancelled", "on cancel -> cancelled", "reject other"]
        for state in 0..<states {
            let next = state == states - 1 ? "done" : "s\(state + 1)"
            lines.append("state s\(state) waits for user {")
            lines.append("  on c\(state % commands) -> \(next)")
            lines.append("  on c\((state + 1) % commands) -> s\((state * 31 + 7) % states)")
            lines.append("}")
        }
        return lines.joined(separator: "\n")
    }
}
