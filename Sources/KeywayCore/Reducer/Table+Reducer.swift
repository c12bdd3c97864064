/// The table as a reducer: it decides each event by a walk through its own cells and rows, without any preparation.
extension Table: Reducer {
    package var table: Table { self }

    /// Enters the initial state.
    package func beginning(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> InitialStep {
        var run = RunState(state: 0, values: firstValues(choosing: parameters))
        // So far the values may share the memory of the table's: this copies them, so that no later step has to.
        run.values.reserveCapacity(variables.count)
        var step = Step()
        let inputs = StepInputs(fields: [], now: now, sequence: sequence)
        begin(initialMove.begunTimers, in: &run, at: now, by: sequence)
        for body in initialMove.enterBodies { carryOut(body, in: &run, &step, on: inputs) }
        return InitialStep(run: run, orders: step.orders, scopeChanges: step.scopeChanges)
    }
}
