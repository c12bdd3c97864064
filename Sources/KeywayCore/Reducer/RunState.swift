/// Everything about a run that its next step can depend on: made by `begin` of a flow, and changed by its `reduce`.
///
/// A run with sub-flows has one for each leg.
public struct RunState: Equatable, Sendable {
    /// A timer that runs: it fires at its deadline, or as soon after as the run's state does not hold it back.
    package struct ArmedTimer: Hashable, Sendable {
        /// By its position among the timers of the table.
        package var timer: Int
        package var deadline: Instant
        /// The sequence of the record that set the timer: of two timers, that with the lower sequence was set first.
        package var setBy: UInt64

        package init(timer: Int, deadline: Instant, setBy: UInt64) {
            self.timer = timer
            self.deadline = deadline
            self.setBy = setBy
        }
    }

    /// An effect that has not answered yet.
    package struct OpenEffect: Hashable, Sendable {
        /// By its position among the effects of the table.
        package var effect: Int
        /// The order that waits for the answer.
        package var order: EffectOrder.ID
        /// When the wait for an answer ends: then the flow gets the effect's `otherwise`, the reply that it declares for this case.
        package var limit: Instant

        package init(effect: Int, order: EffectOrder.ID, limit: Instant) {
            self.effect = effect
            self.order = order
            self.limit = limit
        }
    }

    /// The state or final that the run is in: its position in the table, where finals stand behind the states.
    package var state: Int
    /// In the order of the flow's variables; nil is absent.
    package var values: [Value?]
    /// In the order of setting.
    package var timers: [ArmedTimer] = []
    /// At most one for each effect, in the order of ordering.
    package var openEffects: [OpenEffect] = []
    /// Sub-flows that run and lanes that are asked for or held, in the order in which they began.
    package var running: [Running] = []
    /// How many attempts this leg of the run has started: each order of an effect that `starts attempt` starts one.
    package var attempt = 0

    package init(state: Int, values: [Value?]) {
        self.state = state
        self.values = values
    }
}

extension RunState {
    /// Ends the timer, if it runs.
    mutating func endTimer(_ timer: Int) {
        if let place = timers.firstIndex(where: { $0.timer == timer }) { timers.remove(at: place) }
    }

    /// Sets the timer, anew if it runs. `duration` is in milliseconds, `sequence` that of the record that sets it.
    mutating func arm(_ timer: Int, for duration: Int64, from now: Instant, by sequence: UInt64) {
        endTimer(timer)
        timers.append(
            ArmedTimer(timer: timer, deadline: now.advanced(byMilliseconds: duration), setBy: sequence))
    }

    /// Notes that this order of the effect waits for an answer; an earlier order of the effect is closed.
    mutating func open(_ effect: Int, as order: EffectOrder.ID, until limit: Instant) {
        if let place = openEffects.firstIndex(where: { $0.effect == effect }) { openEffects.remove(at: place) }
        openEffects.append(OpenEffect(effect: effect, order: order, limit: limit))
    }
}
