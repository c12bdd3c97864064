/// How runs of the table begin; `reduce` decides their events, by a walk through the table's cells and rows.
extension Table {
    /// Begins a run: enters the initial state.
    ///
    /// `sequence`: that of the record that tells the beginning.
    /// `parameters`: the chosen values, by the parameters' positions among the variables; a parameter that is not in it
    /// has the value that the flow gives it.
    package func beginning(at now: Instant, sequence: UInt64, parameters: [Int: Value] = [:]) -> InitialStep {
        var run = RunState(state: 0, values: firstValues(choosing: parameters))
        // So far the values may share the memory of the table's: this copies them, so that no later step has to.
        run.values.reserveCapacity(variables.count)
        var step = Step()
        let inputs = StepInputs(fields: [], now: now, sequence: sequence)
        begin(initialMove.begunTimers, in: &run, at: now, by: sequence)
        for body in initialMove.enterBodies { carryOut(body, in: &run, &step, on: inputs) }
        return InitialStep(run: run, orders: step.orders, scopeChanges: step.scopeChanges)
    }

    /// Begins a run, and returns the effects that the beginning ordered.
    package func begin(at now: Instant, sequence: UInt64 = 0) -> (run: RunState, orders: [EffectOrder]) {
        let begun = beginning(at: now, sequence: sequence)
        return (begun.run, begun.orders)
    }
}
