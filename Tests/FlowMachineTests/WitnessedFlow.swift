import FlowFixtures
import FlowMachine
import KeywayCore

/// What the interpreter says of every arrival at a flow, asked once; then it is held against many tables.
struct WitnessedFlow {
    private struct Witness {
        var arrival: Arrival
        var isFirstOfCell: Bool
        var step: Step
        var run: RunState
    }

    private static let now = Instant(milliseconds: 700)

    private let agreement: Agreement
    private let witnesses: [Witness]

    init(_ flow: LoadedFlow) {
        agreement = Agreement(of: flow)
        // One of every cell first: so most faults are found soon.
        var seen: Set<[Int]> = []
        let witnesses = Arrival.all(at: flow.machine).map { arrival in
            var run = arrival.run
            let step = flow.interpreter.step(&run, arrival.event, at: Self.now, sequence: 9)
            let isFirst = seen.insert([arrival.run.state, arrival.event.position]).inserted
            return Witness(arrival: arrival, isFirstOfCell: isFirst, step: step, run: run)
        }
        self.witnesses = witnesses.filter(\.isFirstOfCell) + witnesses.filter { !$0.isFirstOfCell }
    }

    /// Whether the table says anything else of any arrival.
    func parts(from table: Table) -> Bool {
        witnesses.contains { witness in
            var run = witness.arrival.run
            let step = table.reduce(&run, witness.arrival.event, at: Self.now, sequence: 9)
            // What fires next is the same for all of a cell.
            if !witness.isFirstOfCell {
                return step.disposition != witness.step.disposition || step.orders != witness.step.orders
                    || run != witness.run
            }
            return agreement.difference(witness.step, witness.run, step, run, of: table) != nil
        }
    }
}
