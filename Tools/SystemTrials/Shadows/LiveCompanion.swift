import KeywayCore
import KeywayLog
import KeywayRuns

/// A live run of the flow, with a backend that answers at once.
struct LiveCompanion {
    private var run: RunMachine
    private var now = Instant(milliseconds: 0)
    private var retained = RetainedCallbacks()
    private var orders: [LegOrder] = []
    /// How many callbacks it has heard.
    private var heard = 0
    /// How many it had heard when it gave the last order of each effect.
    private(set) var heardBefore: [String: Int] = [:]

    init(of flow: RunningFlow, version: FlowVersion) {
        let (run, decision) = RunMachine.begin(
            RunID(high: 0, low: 2), of: flow, version: version, kind: .live, salt: 1, at: now)
        self.run = run
        note(decision)
    }

    var final: Int? { run.isEnded ? run.state.state : nil }

    mutating func hear(_ callback: RawValue) {
        heard += 1
        let reading = CallbackReading(callback, by: run.flow)
        decide(.callback(reading, answering: nil, number: retained.retain(callback, as: reading.retained)))
    }

    mutating func ask(_ command: Command) { decide(.command(command)) }

    /// Lets the time pass; the backend answers first, as what it knew until now has it.
    mutating func go(to moment: Instant, hasSucceeded: Bool) {
        answer(hasSucceeded: hasSucceeded)
        while let due = run.nextDue, due < moment {
            now = max(now, due)
            decide(.limits)
            answer(hasSucceeded: hasSucceeded)
        }
        now = max(now, moment)
    }

    /// Nothing more comes but answers, until the run has ended.
    mutating func finish(hasSucceeded: Bool) {
        answer(hasSucceeded: hasSucceeded)
        while !run.isEnded, let due = run.nextDue {
            go(to: due.advanced(byMilliseconds: 1), hasSucceeded: hasSucceeded)
        }
    }

    private mutating func answer(hasSucceeded: Bool) {
        while !orders.isEmpty {
            let order = orders.removeFirst()
            guard let replies = order.effect.replies, run.isAwaited(order.order.id) else { continue }
            let names = replies.events.map { order.flow.table.events[$0].name }
            guard let place = names.backendAnswer(hasSucceeded: hasSucceeded) else { continue }
            decide(.reply(order.key, leg: order.leg, event: replies.events[place], fields: []))
        }
    }

    private mutating func decide(_ input: Input) {
        guard let decision = try? run.decide(input, at: now, hearing: retained) else { return }
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
    /// Which of these replies is the backend's.
    func backendAnswer(hasSucceeded: Bool) -> Int? {
        hasSucceeded ? firstIndex(of: "confirmed") : firstIndex(of: "pending") ?? firstIndex(of: "denied")
    }
}
