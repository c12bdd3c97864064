import KeywayCore
import KeywaySuites

extension FlowSuite {
    /// Where another reading of the flow parts from its table, on all that the suite says of the state.
    ///
    /// `actual` says in words what the other reading makes of what comes to a state; nil where that is what the table makes of
    /// it, and where there is nothing to compare.
    func differences(
        in state: State, of table: Table, actual: (CellArrival, Int, TableWords) -> String?
    ) -> [Difference] {
        if let fault = table.fault { return [Difference(fault)] }
        let reading = TableReading(of: table)
        guard let position = table.states.firstIndex(where: { $0.name == state.name }) else {
            return [Difference(state: state.name, arrival: "the state", expected: "exists", actual: "does not exist")]
        }
        return state.checks.flatMap { arrival, meaning in
            (reading.arrivals(arrival) ?? []).compactMap { comer in
                actual(comer, position, reading.words).map {
                    Difference(state: state.name, arrival: String(arrival), expected: String(meaning), actual: $0)
                }
            }
        }
    }
}
