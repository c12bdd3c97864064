import KeywayCore

/// The app dies, and another process goes on with the run at once (rule 24a).
extension ScenarioPlay {
    /// Lets the app die and come back where no row names `restored`; returns why the scenario cannot go on, or nil where it does.
    mutating func restart() -> String? {
        beginLine()
        return comeBack(hearing: nil)
    }

    /// Carries out overdue timers and limits, lets the run decide `restored`, and gives each order that is not performed again its
    /// `otherwise`.
    ///
    /// Returns nil, or why the scenario cannot go on: this made more steps than a line may.
    ///
    /// - Parameter restored: the event; nil where the flow has none, because no row names it.
    mutating func comeBack(hearing restored: Event?) -> String? {
        let interrupted = openOrders
        // Only a flow that asks `withValues` can have its values again.
        takeUp(withValues: restored?.fields.first == .bool(true))
        while let overdue = due(until: now) {
            if let reason = tooManySteps { return reason }
            step(overdue.event)
        }
        let asked = openOrders
        let isMoved = restored.map { step($0).disposition == .taken } ?? false
        for open in run.openEffects {
            // Where the row of `restored` moves the run, the run no longer waits for what it had ordered before.
            let isGivenUp = isMoved && asked.contains(open.order)
            // The handlers of `interrupted` died with the process. An order that an overdue timer made just now has one if none of its
            // values is gone.
            let hasNoHandler = interrupted.contains(open.order) || incompleteOrders.contains(open.order)
            if isGivenUp || hasNoHandler && fate(of: open) == .answered { end(open) }
        }
        return endIncompleteOrders()
    }

    /// Gives each open order that needs a value which is gone its `otherwise`, also those that are ordered on the way.
    ///
    /// Returns nil, or why the scenario cannot go on: this made more steps than a line may.
    mutating func endIncompleteOrders() -> String? {
        while let open = run.openEffects.first(where: { incompleteOrders.contains($0.order) }),
            !table.states[run.state].isFinal
        {
            if let reason = tooManySteps { return reason }
            end(open)
        }
        return nil
    }

    /// Notes which orders of the step need a value that is gone.
    mutating func noteIncompleteOrders(of step: Step) {
        for order in step.orders where !order.isComplete { incompleteOrders.insert(order.id) }
    }

    private var openOrders: Set<EffectOrder.ID> { Set(run.openEffects.map(\.order)) }

    /// What recovery does with the effect, which is open when another process goes on with the run.
    private func fate(of open: RunState.OpenEffect) -> Recovery.Fate {
        Recovery.sound.fate(
            of: table.effects[open.effect], isComplete: !incompleteOrders.contains(open.order))
    }

    /// Gives the order its `otherwise`, where the run still waits for an answer.
    private mutating func end(_ open: RunState.OpenEffect) {
        guard run.openEffects.contains(open), let otherwise = otherwise(of: open) else { return }
        step(otherwise)
    }

    /// Rebuilds the run as another process does from a log: each event so far is decided once more, with the values that the log has.
    ///
    /// - Parameter hasValues: whether personal and secret values are known again; else only plain ones are.
    private mutating func takeUp(withValues hasValues: Bool) {
        incompleteOrders = []
        run = table.begin(at: Instant(milliseconds: 0)).run
        for (number, decided) in decided.enumerated() {
            var event = decided.event
            let fields = table.events[event.position].fields
            event.fields =
                hasValues ? fields.withholdingTransient(event.fields) : fields.withholdingClassified(event.fields)
            noteIncompleteOrders(
                of: table.reduce(&run, event, at: decided.at, sequence: UInt64(number) + 1))
        }
    }
}
