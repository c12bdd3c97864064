/// Decides by walking the table as it stands: it needs no preparation, fits every run and tells all that a step does.
extension Table: Reducer {
    package var table: Table { self }

    /// Enters the initial state.
    package func beginning(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> Begun {
        var run = RunState(state: 0, values: firstValues(choosing: parameters))
        // Room of its own, so that no step has to make any.
        run.values.reserveCapacity(variables.count)
        var step = Step()
        let inputs = StepInputs(fields: [], now: now, sequence: sequence)
        begin(initialMove.begunTimers, in: &run, at: now, by: sequence)
        for body in initialMove.enterBodies { carryOut(body, in: &run, &step, on: inputs) }
        return Begun(run: run, orders: step.orders, scopeChanges: step.scopeChanges)
    }
}
