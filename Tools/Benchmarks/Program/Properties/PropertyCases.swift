import FlowGenerator
import FlowMachine
import KeywayCore
import KeywaySuites
import KeywayTesting

/// How many random cases a second go through the shipped flows, as their generated suites have them go.
///
/// In a case up to 50 things are done to a run, fewer where it ends. Every law is judged at each step, and at the end the run is
/// replayed and all of it is done a second time. Of all flows there are as many cases.
struct PropertyCases {
    /// A law does not hold along a case, though the flow that ships is meant.
    struct Broken: Error { var violation: Violation }

    let perSecond: Double
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

    /// The numbers of 50 parts. No part asks for so many; a number that is asked for is taken modulo its bound.
    private static func draw(from random: inout SeededGenerator) -> ChoiceSequence {
        ChoiceSequence(spans: (0..<50).map { _ in (0..<16).map { _ in UInt32(truncatingIfNeeded: random.next()) } })
    }
}
