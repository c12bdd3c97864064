import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayReplay
import KeywayRuns

/// A run as the log has it at the end: what observers must have been shown, what was decided, and what was ordered.
struct KeptRun {
    struct InLife: Hashable {
        var life: Int
        var run: RunID
    }

    struct OrderName: Hashable {
        var run: RunID
        var order: EffectOrder.ID
    }

    /// Where the errand itself stood behind a record with a step.
    struct Situation {
        var state: Errand.State?
        var context: [Value?]
    }

    struct Ordered {
        var leg: String?
        var effect: EffectSignature
        var order: EffectOrder

        /// Whether the order is performed in each life until a handler returns, whatever happens.
        var mustBePerformed: Bool { effect.name == "note" }
    }

    /// One for each step, of the errand or of its letter, in the order of the log.
    private(set) var situations: [Situation] = []
    /// The records of commands, by the identities of these.
    private(set) var commands: [String: [(sequence: UInt64, isRejected: Bool)]] = [:]
    private(set) var orders: [EffectOrder.ID: Ordered] = [:]

    /// - Throws: `Replay.Failure`.
    init(_ records: [Record]) throws(Replay.Failure) {
        var fold = try Fold(records.first)
        add(fold.begun.orders, of: 0, in: fold)
        note(fold)
        for record in records.dropFirst() {
            guard let step = try fold.take(record) else { continue }
            add(step.orders, of: Int(record.leg), in: fold)
            note(fold)
            guard case .event(let event) = record.content, let identity = event.inputID else { continue }
            let isRejected = if case .rejected = event.disposition { true } else { false }
            commands[identity, default: []].append((record.sequence, isRejected))
        }
    }

    private mutating func add(_ orders: [EffectOrder], of leg: Int, in fold: Fold) {
        let flow = fold.machine.legs[leg].flow
        for order in orders {
            self.orders[order.id] = Ordered(
                leg: fold.machine.legs[leg].name, effect: flow.table.effects[order.effect], order: order)
        }
    }

    private mutating func note(_ fold: Fold) {
        let run = fold.machine.state
        situations.append(Situation(state: Errand.state(at: run.state), context: run.values))
    }

    /// Whether these are situations of the log, one behind the other, without a gap.
    func hasShown(_ shown: [Run<Errand>.Situation]) -> Bool {
        guard shown.count <= situations.count else { return false }
        return (0...situations.count - shown.count).contains { start in
            zip(shown, situations[start...]).allSatisfy { $0.state == $1.state && $0.context.values == $1.context }
        }
    }
}
