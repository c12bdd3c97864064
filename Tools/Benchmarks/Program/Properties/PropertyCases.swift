import FlowGenerator
import FlowMachine
import KeywayCore
import KeywaySuites
import KeywayTesting

/// How many random cases a second go through the shipped flows, as their generated suites have them go.
///
/// In a case up to 50 things are done to a run, fewer where it ends. Every law is judged at each step, and at the end the run is
/// replayed and all of it is done a second time. Each flow has the same number of cases.
struct PropertyCases {
    /// A law did not hold in a case of a flow that ships, so the flow or the suite is wrong, and no speed is told.
    struct Broken: Error { var violation: Violation }

    /// By processor time.
    let perSecond: Double
    /// How many cases went through all flows together.
    let count: Int

    /// - Parameter each: how many cases a flow has.
    init(each: Int) throws {
        let flows = try CheckedFlow.shipped().map { (suite: FlowSuite(of: $0.machine), table: Table(of: $0.machine)) }
        var random = SeededGenerator(seed: 1)
        let cases = (0..<each).map { _ in Self.draw(from: &random) }
        count = flows.count * each
        let start = processorSeconds()
        for (suite, table) in flows {
            for choices in cases {
                if let violation = suite.violation(along: choices, through: table) {
                    throw Broken(violation: violation)
                }
            }
        }
        perSecond = Double(count) / (processorSeconds() - start)
    }

    /// The random numbers of a case: 16 for each of 50 parts, more than any part asks for. Each is taken modulo the bound asked for.
    private static func draw(from random: inout SeededGenerator) -> ChoiceSequence {
        ChoiceSequence(spans: (0..<50).map { _ in (0..<16).map { _ in UInt32(truncatingIfNeeded: random.next()) } })
    }
}
