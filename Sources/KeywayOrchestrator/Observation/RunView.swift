import KeywayCore
import KeywayLog
import KeywayRuns

/// Where the run itself or a sub-flow of it is, as its durable records say.
struct LegView: Equatable, Sendable {
    /// `silent` or `outer.inner`; nil for the run itself.
    var name: String?
    /// The leg's state, and the values of its variables.
    var outcome: Outcome
    /// What the leg decided last; nil where it has decided nothing in this process. Transient values are told once, and withheld from
    /// then on.
    var event: Event?
    /// The leg's armed timers, due on the clock of those who observe the run. A timer that the state holds back is among them: it does not
    /// fire in this state, but its deadline stays as it is.
    var timers: [RunState.ArmedTimer]
    var isEnded: Bool

    /// Withholds the transient values of the last event, once observers have been told these values; `flow` is the leg's.
    mutating func withholdTransientValues(of flow: RunningFlow) {
        guard let event, !event.fields.isEmpty else { return }
        let fields = flow.table.events[event.position].fields
        if fields.haveTransientOnes { self.event?.fields = fields.withholdingTransient(event.fields) }
    }
}

/// Where a run and its sub-flows are, after a change of one of them.
struct RunView: Equatable, Sendable {
    /// The run itself, then its sub-flows in the order in which they began.
    var legs: [LegView]
    /// Which leg has changed, by its index in `legs`.
    var changed = 0

    /// The sub-flow of this name as it runs now or ran last, by its index in `legs`; nil where none has begun.
    func leg(named name: String) -> Int? { legs.lastIndex { $0.name == name } }
}

extension RunView {
    /// The present view of a run, made from the run itself and not from the records of a decision: where the run has come back, was kept as
    /// bytes while it was at rest, or is shared by nodes.
    ///
    /// - Parameters:
    ///   - machine: the run.
    ///   - lead: by how many milliseconds the run's clock is ahead of its observers'.
    ///   - last: what observers were told before, for each leg's last event; nil where it was nothing in this process.
    init(of machine: RunMachine, aheadBy lead: Int64 = 0, last: RunView? = nil) {
        legs = machine.legs.enumerated().map { place, leg in
            LegView(
                name: leg.name, outcome: Outcome(state: leg.run.state, context: leg.run.values),
                event: last.flatMap { $0.legs.indices.contains(place) ? $0.legs[place].event : nil },
                timers: leg.run.timers.moved(back: lead), isEnded: leg.isEnded)
        }
        changed = last?.changed ?? 0
    }
}

/// The changes that the records of one decision make for observers of the run.
struct RunChange: Sendable {
    /// Each leg after the whole decision: its steps happen at one instant, so timers in between are not shown.
    private var after: [(flow: RunningFlow, timers: [RunState.ArmedTimer], isEnded: Bool)]
    /// One for each record that tells a step, in order.
    private var steps: [RecordedStep]

    /// Nil where there are no steps.
    ///
    /// `legs`: those of the run after the decision. `lead`: by how many milliseconds the run's clock is ahead of its observers'.
    init?(by steps: [RecordedStep], in legs: [Leg], aheadBy lead: Int64) {
        if steps.isEmpty { return nil }
        self.steps = steps
        after = legs.map { ($0.flow, $0.run.timers.moved(back: lead), $0.isEnded) }
    }

    /// Applies the changes to the view that observers were told last; `tell` is given a view for each change. No view but that of its own
    /// change has the transient values of an event.
    func apply(to last: inout RunView, tell: (RunView) -> Void) {
        for place in last.legs.indices {
            (last.legs[place].timers, last.legs[place].isEnded) = (after[place].timers, after[place].isEnded)
        }
        for step in steps {
            let (flow, timers, isEnded) = after[step.leg]
            let view = LegView(
                name: flow.legName, outcome: step.outcome, event: step.event, timers: timers, isEnded: isEnded)
            if step.leg < last.legs.count { last.legs[step.leg] = view } else { last.legs.append(view) }
            last.changed = step.leg
            tell(last)
            last.legs[step.leg].withholdTransientValues(of: flow)
        }
    }
}

extension [RunState.ArmedTimer] {
    /// The timers as a clock has them that is behind by so many milliseconds.
    fileprivate func moved(back lead: Int64) -> [RunState.ArmedTimer] {
        if lead == 0 { return self }
        return map { timer in
            var moved = timer
            moved.deadline = timer.deadline.advanced(byMilliseconds: -lead)
            return moved
        }
    }
}
