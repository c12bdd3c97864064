import FlowFixtures
import FlowMachine
import KeywayCore

/// The interpreter's step for every arrival at a flow, taken once, so that many tables can be compared with it.
struct InterpretedFlow {
    private struct InterpretedArrival {
        var arrival: Arrival
        var isFirstOfCell: Bool
        var step: Step
        var run: RunState
    }

    private static let now = Instant(milliseconds: 700)

    private let agreement: Agreement
    private let arrivals: [InterpretedArrival]

    init(_ flow: LoadedFlow) {
        agreement = Agreement(of: flow)
        // The first arrival of each cell comes before all others, so that most faults are found soon.
        var seen: Set<[Int]> = []
        let arrivals = Arrival.all(at: flow.machine).map { arrival in
            var run = arrival.run
            let step = flow.interpreter.step(&run, arrival.event, at: Self.now, sequence: 9)
            let isFirst = seen.insert([arrival.run.state, arrival.event.position]).inserted
            return InterpretedArrival(arrival: arrival, isFirstOfCell: isFirst, step: step, run: run)
        }
        self.arrivals = arrivals.filter(\.isFirstOfCell) + arrivals.filter { !$0.isFirstOfCell }
    }

    /// Whether the table decides any arrival otherwise than the interpreter.
    func differs(from table: Table) -> Bool {
        arrivals.contains { arrival in
            var run = arrival.arrival.run
            let step = table.reduce(&run, arrival.arrival.event, at: Self.now, sequence: 9)
            // The full comparison, with the order in which timers fire, takes longer: it is made for the first arrival of a cell alone.
            if !arrival.isFirstOfCell {
                return step.disposition != arrival.step.disposition || step.orders != arrival.step.orders
                    || run != arrival.run
            }
            return agreement.difference(arrival.step, arrival.run, step, run, of: table) != nil
        }
    }
}
