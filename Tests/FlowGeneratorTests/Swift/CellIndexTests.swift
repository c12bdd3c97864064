import FlowFixtures
import FlowMachine
import Keyway
import Testing

/// The index by itself: its questions answered as the table answers them must lead to the table's rows.
@Suite("The cell index")
struct CellIndexTests {
    /// Where the index leads to another row than the interpreter takes; with the index's questions answered one by one.
    private static func differences(_ flow: LoadedFlow, _ table: Table) -> (compared: Int, different: Int) {
        let index = CellIndex(of: table)
        var compared = 0
        var different = 0
        for arrival in Arrival.all(at: flow.machine) where arrival.event.stamp != .stale {
            var run = arrival.run
            let step = flow.interpreter.step(&run, arrival.event, at: Instant(milliseconds: 7), sequence: 9)
            // What turns out to be stale stands in a column of its own.
            guard let row = step.row, step.stamp != .stale else { continue }
            compared += 1
            let answers = index.answers(arrival)
            let decision = index.row(state: arrival.run.state, event: arrival.event.position, answers: answers)
            if decision != .row(row), decision != .unindexed { different += 1 }
        }
        return (compared, different)
    }

    @Test("It leads to the interpreter's row on every guard witness of every shipped flow")
    func rows() throws {
        for flow in try ShippedFlows.all() {
            let (compared, different) = Self.differences(flow, flow.table)
            #expect(compared > 60, "\(flow.table.name)")
            #expect(different == 0, "\(flow.table.name)")
        }
    }

    @Test("A question that is planned otherwise leads to another row")
    func plantedFault() throws {
        let flow = try ShippedFlows.named("TruecallerOTP")
        for position in flow.table.decisions.indices {
            var table = flow.table
            let decision = table.decisions[position]
            table.decisions[position] = Decision(
                test: decision.test, ifTrue: decision.ifFalse, ifFalse: decision.ifTrue)
            let isOfChoice = table.choices.contains { $0.entry == .decision(position) }
            #expect(isOfChoice || Self.differences(flow, table).different > 0, "decision \(position)")
        }
    }

    @Test("A cell that asks more than an index holds is left to the table")
    func tooManyQuestions() throws {
        let names = (0..<8).map { "a\($0)" }
        let flow = try LoadedFlow(
            """
            flow Many version 1
            context { \(names.map { "\($0): bool = false" }.joined(separator: ", ")) }
            command go
            final done
            within 20m -> done
            ignore unrecognised
            state here waits for user {
              on go when \(names.joined(separator: " and ")) -> done
              reject go otherwise
            }
            """)
        let go = try #require(flow.table.event(named: "go"))
        let index = CellIndex(of: flow.table)
        #expect(index.row(state: 0, event: go, answers: Answers()) == .unindexed)
        #expect(index.row(state: 1, event: go, answers: Answers()) == .none)
    }
}
