import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore
import KeywaySuites
import KeywayTesting

/// A flow whose requirement does not hold, and what random walks through it find.
struct BrokenFlow {
    private let suite: FlowSuite
    private let table: Table

    /// - Parameter body: the lines of the flow after its first. They may lead to `broken`, which the flow requires never to reach.
    init(_ body: String) throws {
        let text = """
            flow Broken version 1
            \(body)
            final done
            final broken
            require never in broken
            within 1h -> done
            reject other
            late other
            """
        let checked = check(SourceText(path: "Broken.flow", bytes: Array(text.utf8)))
        guard let machine = checked.machine, !checked.hasErrors else { throw BenchmarkError.flowIsWrong }
        suite = FlowSuite(of: machine)
        table = Table(of: machine)
    }

    /// What the first walks that break the requirement are shrunk to: `count` of them, or fewer where 20,000 walks find no more.
    func shrunk(_ count: Int) throws -> [ShrunkWalk] {
        var found: [ShrunkWalk] = []
        for seed in UInt64(1)...20_000 where found.count < count {
            guard let violation = try suite.violation(along: seed, through: table) else { continue }
            guard violation.law == .requirementsHold else { throw BenchmarkError.flowIsWrong }
            found.append(try ShrunkWalk(violation))
        }
        return found
    }
}

/// A walk that was cut to the shortest that was found.
struct ShrunkWalk {
    /// How many things are done to the run.
    let parts: Int
    /// The walk in the spec's words, a line for each step.
    let lines: [String]

    init(_ violation: Violation) throws {
        guard let text = violation.token.split(separator: ":").last, let choices = ChoiceSequence(text: String(text))
        else {
            throw BenchmarkError.flowIsWrong
        }
        parts = choices.spans.count
        lines = violation.walk
    }
}
