import KeywayCore
import KeywayLog
import KeywayRuns

/// A live run of the shipped flow beside a naive handler, an app's own sign-in code; it hears the same, and its backend answers at once.
///
/// It begins with the first command, as the shadow's run does: what the sources said before is heard where they retain it.
struct LiveCompanion {
    /// What the backend answered to an order of an effect.
    struct GivenAnswer {
        let moment: Instant
        /// The name of the sub-flow that gave the order; nil for the run's own flow.
        let leg: String?
        /// The effect, by its position in the flow that gave the order.
        let effect: Int
        /// The answer, by its position among the events of that flow.
        let event: Int
    }

    /// Whether the backend only ever confirms, and is silent otherwise: other answers come by `take` alone, as a shadow is told them.
    private let onlyConfirms: Bool
    private let flow: RunningFlow
    private let version: FlowVersion
    /// Nil before the first command.
    private var run: RunMachine?
    private var now = Instant(milliseconds: 0)
    /// The callbacks that the flow's sources retain.
    private var retained = RetainedCallbacks()
    /// The orders that the backend has not answered yet.
    private var orders: [LegOrder] = []
    /// How many callbacks were told so far, also before the run began.
    private var heard = 0
    /// How many callbacks had been told when the run gave the last order of each effect.
    private(set) var heardBefore: [String: Int] = [:]
    /// What the backend answered since `takeAnswers` was last called.
    private var given: [GivenAnswer] = []

    init(of flow: RunningFlow, version: FlowVersion, onlyConfirms: Bool = false) {
        (self.flow, self.version, self.onlyConfirms) = (flow, version, onlyConfirms)
    }

    /// The final in which the run has ended; nil where it has not.
    var final: Int? { run.flatMap { $0.isEnded ? $0.state.state : nil } }

    mutating func hear(_ callback: RawValue) {
        heard += 1
        let reading = CallbackReading(callback, by: flow)
        let number = retained.retain(callback, as: reading.retained)
        decide(.callback(reading, answering: nil, number: number))
    }

    mutating func ask(_ command: Command) {
        if run == nil {
            let (begun, decision) = RunMachine.begin(
                RunID(high: 0, low: 2), of: flow, version: version, kind: .live, salt: 1, at: now, hearing: retained)
            run = begun
            note(decision)
        }
        decide(.command(command))
    }

    /// Whether the run rejects the command as it stands; before the first command there is none that does.
    func rejects(_ command: Command) -> Bool {
        guard var run, case .rejected? = try? run.decide(.command(command), at: now, hearing: retained).answer else {
            return false
        }
        return true
    }

    /// Takes an answer to an effect that the app tells; both are positions in the run's flow. Where no order of the effect is open, nothing
    /// happens.
    mutating func take(_ event: Int, to effect: Int) {
        let open = orders.last { $0.leg == 0 && $0.order.effect == effect && run?.isAwaited($0.order.id) == true }
        if let open { decide(.reply(open.key, leg: open.leg, event: event, fields: [])) }
    }

    /// What the backend answered since the last call, in that order.
    mutating func takeAnswers() -> [GivenAnswer] {
        defer { given = [] }
        return given
    }

    /// Lets time pass up to a moment, whose own deadlines are not among what happens. Before each deadline the backend answers the open
    /// orders; `confirms`: whether it confirms.
    mutating func go(to moment: Instant, confirms: Bool) {
        answer(confirms: confirms)
        while let due = run?.nextDue, due < moment {
            now = max(now, due)
            decide(.instantEnded)
            if let next = run?.nextDue, next <= now { continue }
            // An instant's deadlines come before what is answered behind them, so a shadow that is told the answer hears it a moment later.
            now = now.advanced(byMilliseconds: 1)
            answer(confirms: confirms)
        }
        now = max(now, moment)
    }

    /// Lets time pass until the run has ended; only the backend's answers come.
    mutating func finish(confirms: Bool) {
        answer(confirms: confirms)
        while final == nil, let due = run?.nextDue {
            go(to: due.advanced(byMilliseconds: 1), confirms: confirms)
        }
    }

    /// Lets the backend answer all open orders; `confirms`: whether it confirms.
    private mutating func answer(confirms: Bool) {
        if onlyConfirms, !confirms { return }
        while !orders.isEmpty {
            let order = orders.removeFirst()
            guard let replies = order.effect.replies, run?.isAwaited(order.order.id) == true else { continue }
            let names = replies.events.map { order.flow.table.events[$0].name }
            guard let place = names.backendAnswer(hasSucceeded: confirms) else { continue }
            let event = replies.events[place]
            given.append(
                GivenAnswer(
                    moment: now, leg: run?.legs[order.leg].name, effect: order.order.effect, event: event))
            decide(.reply(order.key, leg: order.leg, event: event, fields: []))
        }
    }

    private mutating func decide(_ input: Input) {
        guard let decision = try? run?.decide(input, at: now, hearing: retained) else { return }
        note(decision)
    }

    private mutating func note(_ decision: RunDecision) {
        for consequence in decision.consequences {
            guard case .perform(let order) = consequence else { continue }
            orders.append(order)
            heardBefore[order.effect.name] = heard
        }
    }
}

extension [String] {
    /// The place of the backend's answer among these replies: a confirmation, or that nothing is confirmed; nil where it has none.
    func backendAnswer(hasSucceeded: Bool) -> Int? {
        hasSucceeded ? firstIndex(of: "confirmed") : firstIndex(of: "pending") ?? firstIndex(of: "denied")
    }
}
