import Keyway
public import KeywaySuites

extension FlowSuite {
    /// Where the readable switch takes something that comes to the state otherwise than the generated flow.
    ///
    /// Where a value is absent that the rules prove present, the switch refuses, and there is nothing to compare.
    public func differences<Switch: ReadableSwitch>(in state: State, of _: Switch.Type) -> [Difference] {
        let table = Switch.Decided.table
        let reading = TableReading(of: table)
        guard let position = table.states.firstIndex(where: { $0.name == state.name }) else {
            return [Difference(state: state.name, arrival: "the state", expected: "exists", actual: "does not exist")]
        }
        return state.checks.flatMap { arrival, meaning in
            (reading.arrivals(arrival) ?? []).compactMap { comer -> Difference? in
                var decided = comer.run(in: position, of: table)
                var switched = decided
                let step = table.reduce(&decided, comer.event, at: BusyRun.now, sequence: BusyRun.sequence)
                guard
                    let other = try? Switch.step(&switched, comer.event, at: BusyRun.now, sequence: BusyRun.sequence),
                    other != SwitchStep(step) || switched != decided
                else { return nil }
                let actual = "\(other.disposition), in \(reading.words.state(switched.state))"
                return Difference(
                    state: state.name, arrival: String(arrival), expected: String(meaning), actual: actual)
            }
        }
    }

    /// Compares as `differences(in:of:)` does, for a test that wants them thrown.
    ///
    /// - Throws: `Differences` where the readable switch takes something otherwise than the generated flow.
    public func check<Switch: ReadableSwitch>(_ state: State, of readable: Switch.Type) throws(Differences) {
        try Differences.refuse(differences(in: state, of: readable))
    }
}

extension SwitchStep {
    /// What a switch can say of a step.
    fileprivate init(_ step: Step) {
        self.init(disposition: step.disposition, stamp: step.stamp, orders: step.orders)
    }
}
