import FlowMachine
import KeywayCore

extension LegFlow {
    /// How the flow is surveyed and what the result is used for. A survey goes through all that may happen to the flow without the others.
    struct Survey {
        /// Whether the app may die at any moment and come back.
        var comesBack: Bool
        /// Whether configurations whose difference no other leg can see are followed as one.
        var merges: Bool
    }

    /// Surveys the flow if that is still to be done, and keeps what was found: what of the flow makes no difference to the others.
    ///
    /// The caller does this when the flow's first leg is about to begin, so a flow that never runs is not surveyed.
    mutating func surveyOnce() {
        guard let survey else { return }
        self.survey = nil
        let view = FlowQuotient.View(
            calls: calls.indices.reduce(into: 0) { if calls[$1] != nil { $0.insert($1) } }, endings: endings)
        let heard = heard(comesBack: survey.comesBack)
        guard
            let quotient = FlowQuotient(of: &system, hearing: heard, seenAs: view, comesBack: survey.comesBack)
        else { return }
        beginnable = quotient.beginnable
        beginnableAfterRestart = quotient.beginnableAfterRestart
        guard survey.merges else { return }
        system.substitute(quotient.substitutes)
        if parent == nil { idleAnswers = quotient.idleAnswers }
        isInert = quotient.isInert
    }

    /// The words of the flow's sources and the event `restored`, which may come at any moment. What else may come depends on the flow's
    /// configuration (commands, timers, replies, the ends of sub-flows), so `FlowQuotient` adds it there.
    private func heard(comesBack: Bool) -> [FlowInput] {
        var heard = readings.compactMap { $0 } + outlivedReadings.compactMap { $0 }
        if !machine.sources.isEmpty {
            heard.append(FlowInput(origin: .word, event: machine.unrecognisedEvent, fields: []))
        }
        if comesBack, let restored = machine.restoredEvent {
            for hasValues in machine.asksForValues ? [false, true] : [false] {
                heard.append(.restored(restored, of: machine, withValues: hasValues))
            }
        }
        return heard
    }
}

extension FlowInput {
    /// The event that tells a leg that the run came back.
    static func restored(_ event: Int, of machine: Machine, withValues hasValues: Bool) -> FlowInput {
        FlowInput(origin: .restored, event: event, fields: machine.asksForValues ? [.bool(hasValues)] : [])
    }
}
