import FlowGenerator
import FlowMachine
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
        let machine = try CheckedFlow(text).machine
        suite = FlowSuite(of: machine)
        table = Table(of: machine)
    }

    /// How many parts each of the first walks has that break the requirement, once that walk is shrunk; a part is one thing done to the run.
    ///
    /// - Parameter count: how many such walks are wanted. The result has fewer where 20,000 random walks break the requirement less often.
    func shrunkLengths(_ count: Int) throws -> [Int] {
        var lengths: [Int] = []
        for seed in UInt64(1)...20_000 where lengths.count < count {
            guard let violation = try suite.violation(along: seed, through: table) else { continue }
            guard violation.law == .requirementsHold, let text = violation.token.split(separator: ":").last,
                let choices = ChoiceSequence(text: String(text))
            else { throw BenchmarkError.flowIsWrong }
            lengths.append(choices.spans.count)
        }
        return lengths
    }
}
