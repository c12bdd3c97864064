import KeywayCore
import KeywaySuites

extension FlowSuite {
    /// Where the flow's readable switch, or its packed runs, decide otherwise than its table in the state.
    ///
    /// An arrival is one way in which an event comes: with its fields, to a run whose variables have certain values. `actual` is called for
    /// each arrival that the suite has for the state, with the arrival, the state's position and the words of the table. It returns what
    /// the switch or the packed run makes of the arrival; nil where the table makes the same of it, and where the two cannot be compared.
    func differences(
        in state: State, of table: Table, actual: (CellArrival, Int, TableWords) -> String?
    ) -> [Difference] {
        if let fault = table.fault { return [Difference(fault)] }
        let reading = TableReading(of: table)
        guard let position = table.states.firstIndex(where: { $0.name == state.name }) else {
            return [Difference(state: state.name, arrival: "the state", expected: "exists", actual: "does not exist")]
        }
        return state.checks.flatMap { line, meaning in
            guard let arrivals = reading.arrivals(line) else {
                return [Difference(unread: line, meaning: meaning, in: state)]
            }
            return arrivals.compactMap { arrival in
                actual(arrival, position, reading.words).map {
                    Difference(state: state.name, arrival: String(line), expected: String(meaning), actual: $0)
                }
            }
        }
    }
}
