import FlowFixtures
import FlowMachine
import KeywayCore
import KeywaySuites
import Testing

@testable import FlowGenerator

/// Forty choices in a row have more than a hundred million ways through them.
@Suite("What is generated of long chains of choices", .timeLimit(.minutes(2)))
struct ManyWaysTests {
    private static func chain(_ count: Int) throws -> LoadedFlow {
        try LoadedFlow(ChainedChoices.text(count) { $0 % 3 == 0 ? "{ notes += 1; do note }" : "" }, path: "Chain.flow")
    }

    private static func readableSwitch(of count: Int) throws -> String {
        let flow = try chain(count)
        return FlowTests(of: flow.machine, in: flow.source, testing: nil).readableSwitch.text
    }

    @Test("Every branch of every choice is tried")
    func branches() throws {
        let flow = try Self.chain(40)
        let go = try #require(flow.table.event(named: "go"))
        let arrivals = CellArrivals(of: go, in: 0, of: flow.machine, constants: flow.machine.constants).all
        #expect(arrivals.count <= CellArrivals.greatestCount)
        let taken = arrivals.map { arrival in
            var run = arrival.run(in: 0, of: flow.table)
            return flow.interpreter.interpret(&run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence).branches
        }
        #expect(Set(taken.joined()).count == 2 * 40)
    }

    @Test("The readable switch has each choice as one function, where the ways through them are too many to write out")
    func functions() throws {
        let text = try Self.readableSwitch(of: 40)
        for choice in 0..<40 {
            #expect(text.split(separator: "func throughC\(choice)(").count == 2)
        }
        #expect(text.split(separator: "\n").count < 500)
        let short = try Self.readableSwitch(of: 5)
        #expect(!short.contains("func throughC0("))
    }

    @Test(
        "The readable switch with such functions compiles",
        .enabled(if: TypeChecking.isPossible, "the modules do not lie beside the tests"))
    func compiles() throws {
        let flow = try Self.chain(12)
        let tests = FlowTests(of: flow.machine, in: flow.source, testing: nil)
        let files = [
            "Chain.swift": SwiftFlow(flow.machine, in: flow.source).text,
            tests.readableSwitch.name: tests.readableSwitch.text,
        ]
        let errors = try TypeChecking.errors(in: files, countingWarnings: true)
        #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
    }
}
