import FlowMachine
import FlowSearch
import KeywayCore

/// One way in which a new process can go on with a run whose app died: it depends on which orders were already begun.
struct RestartOutcome {
    /// The legs as the log has them.
    var legs: Int32
    /// What happens to the providers, by the position of a list in `LegSystem.operationLists`.
    var operations: Int32
}

/// Where the app dies: in a configuration of the legs, amid the effects of the step that led there.
struct CrashPoint: Hashable {
    var legs: Int32
    /// The effects of that step, by their list's position in `LegSystem.effectLists`; 0, the empty list, where the app dies while
    /// nothing happens.
    var effects: Int32
}

extension Product {
    /// The app dies amid the effects of a step, or while nothing happens, and comes back.
    ///
    /// The providers' SDKs live in the app, so they begin anew. The words on their way are gone, and so are the retained ones.
    mutating func crash(
        amid list: Int32 = 0, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        for outcome in restartOutcomes(after: CrashPoint(legs: configuration.legs, effects: list), in: configuration) {
            var next = configuration
            next.legs = outcome.legs
            if let end = end(of: outcome.operations, from: next) {
                visit(end)
            } else {
                for end in ends(of: outcome.operations, from: next) { visit(end) }
            }
        }
    }

    /// The ways in which a new process can go on after a crash at this point: without the run's personal and secret values, and,
    /// where the flow takes them back, with them.
    ///
    /// Of the effects that the step ordered some are done, the next one may have been begun, and the rest is not begun.
    private mutating func restartOutcomes(
        after point: CrashPoint, in configuration: ProductConfiguration
    ) -> [RestartOutcome] {
        if let known = restartOutcomes[point] { return known }
        let effects = legs.effectLists[Int(point.effects)].filter { !$0.isAnyNumber }
        let often = legs.effectLists[Int(point.effects)].filter(\.isAnyNumber)
        let open = legs.openEffects(in: point.legs)
        let unfinished = legs.unfinishedCalls(in: point.legs)
        var restartOutcomes: [RestartOutcome] = []
        /// Whether the order still stands where the app dies. A later step of the same block may have closed one that was awaited.
        func isOpen(_ order: LegEffect) -> Bool { !order.isAwaited || open.contains(order) }
        /// Adds the outcomes of one place of the crash: `begun` are the step's effects that were begun, `open` all orders that were begun
        /// and have no answer, `rest` the step's effects that were not begun.
        func add(_ begun: ArraySlice<LegEffect>, _ open: [LegEffect], _ rest: ArraySlice<LegEffect>) {
            note(repeated: open, at: configuration)
            let last = often + rest.filter(isOpen)
            let orders = (open + last).filter { !$0.isAnyNumber }
            for hasValues in takesValuesBack ? [false, true] : [false] {
                for again in performedAgain(open, before: last, withValues: hasValues) {
                    let answered = orders.filter {
                        isAnswered($0, withValues: hasValues) && !again.contains($0.complete)
                    }
                    let (restarted, isReturning) = legs.restarted(
                        point.legs, withValues: hasValues, performing: again, answering: answered)
                    let operations = legs.restartOperations(
                        after: often + begun, beginning: isReturning ? [] : again, in: restarted)
                    restartOutcomes.append(RestartOutcome(legs: restarted, operations: operations))
                }
            }
        }
        /// The orders that were given before these and whose handlers may be at work. Which handlers have finished is not followed: each
        /// choice among the counted ones is one result, and `UnfinishedCalls` says which are counted.
        func atWork(before rest: ArraySlice<LegEffect>) -> [[LegEffect]] {
            unfinished.counted(besides: rest).subsets.eachOnce.map { counted in
                unfinished.uncounted + counted + open.filter { !rest.contains($0) }
            }
        }
        if effects.isEmpty { for open in atWork(before: []) { add([], open, []) } }
        // For each effect the app dies right before it, and once more right behind its beginning.
        for position in effects.indices {
            for open in atWork(before: effects[position...]) {
                add(effects[..<position], open, effects[position...])
                add(effects[...position], open + [effects[position]].filter(isOpen), effects[(position + 1)...])
            }
        }
        self.restartOutcomes[point] = restartOutcomes
        return restartOutcomes
    }

    /// Lists of the orders that the new process performs: one for each way in which the values that are gone may stop some of them, and
    /// for each sequence in which those of `first` may have been given. Those of `last` were given after them, as they stand.
    private func performedAgain(
        _ first: [LegEffect], before last: [LegEffect], withValues hasValues: Bool
    ) -> [[LegEffect]] {
        let first = performedAgain(first, withValues: hasValues).flatMap { legs.orderings(of: $0) }
        return performedAgain(last, withValues: hasValues).flatMap { last in first.map { $0 + last } }
    }

    /// Lists of those of the orders that the new process performs: one for each way in which the values that are gone may stop some.
    private func performedAgain(_ orders: [LegEffect], withValues hasValues: Bool) -> [[LegEffect]] {
        guard let recovery else { return [[]] }
        return orders.reduce([[]]) { ways, order in
            let isPerformed = fates(of: order, withValues: hasValues, by: recovery).map { $0 == .performedAgain }
            let without = isPerformed.contains(false) ? ways : []
            return without + (isPerformed.contains(true) ? ways.map { $0 + [order.complete] } : [])
        }
    }

    /// Whether the flow may get the order's `otherwise` as soon as it comes back.
    private func isAnswered(_ order: LegEffect, withValues hasValues: Bool) -> Bool {
        guard let recovery, order.isAwaited else { return false }
        return fates(of: order, withValues: hasValues, by: recovery).contains(.answered)
    }

    /// What may become of the order.
    private func fates(
        of order: LegEffect, withValues hasValues: Bool, by recovery: Recovery
    ) -> [Recovery.Fate] {
        let flow = legs.flows[order.flow]
        let effect = flow.machine.effects[order.effect].signature
        let completeness =
            order.isIncomplete && !hasValues
            ? [false] : flow.knownArguments.completeness(of: order.effect, withValues: hasValues)
        return completeness.map { recovery.fate(of: effect, isComplete: $0) }
    }

    /// Notes each effect that is done `once`, was begun, and is performed again.
    private mutating func note(repeated begun: [LegEffect], at configuration: ProductConfiguration) {
        // With its values a run performs no fewer orders again than without them.
        for order in performedAgain(begun.filter { !$0.isIncomplete }, withValues: takesValuesBack).joined()
        where legs.flows[order.flow].machine.effects[order.effect].signature.isOnce {
            let twice = Finding(flow: order.flow, content: .begunTwice(effect: order.effect))
            findings.note(twice, at: configuration)
        }
    }
}
