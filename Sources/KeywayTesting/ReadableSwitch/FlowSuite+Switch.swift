import KeywayCore
public import KeywaySuites

extension FlowSuite {
    /// Where the readable switch decides an event that comes in the state otherwise than the generated flow does.
    ///
    /// Where a value is absent that the flow's rules prove present, the switch throws; that event, with these values, is not compared.
    ///
    /// - Parameters:
    ///   - state: one of `states`; the state of the same name is tried.
    ///   - readable: the generated switch, of the same spec as the suite.
    public func differences<Switch: ReadableSwitch>(in state: State, of readable: Switch.Type) -> [Difference] {
        let table = Switch.Decided.table
        return differences(in: state, of: table) { arrival, position, words in
            var decided = arrival.run(in: position, of: table)
            var switched = decided
            let step = table.reduce(&decided, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
            guard
                let other = try? Switch.step(&switched, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence),
                other != SwitchStep(step) || switched != decided
            else { return nil }
            return "\(other.disposition), in \(words.state(switched.state))"
        }
    }

    /// Compares as `differences(in:of:)` does, for a test that wants them thrown.
    ///
    /// - Parameters:
    ///   - state: as for `differences(in:of:)`.
    ///   - readable: as for `differences(in:of:)`.
    /// - Throws: `Differences` where the readable switch decides an event otherwise than the generated flow does.
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
