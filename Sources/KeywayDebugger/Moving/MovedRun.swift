import KeywayCore
import KeywayLog
import KeywayRuns

/// A run decided anew from its inputs, of which one may have been moved; its deadlines pass when they are due.
struct MovedRun {
    /// As many steps as a run may have that change it (rule 15).
    private static let greatestSteps = 2000

    private let inputs: RunInputs
    private var tree: LegTree
    private var now: Int64 = 0
    private var sequence: UInt64 = 1
    /// The times at which something happened or was due.
    private(set) var moments: Set<Int64> = [0]
    private var pending: [(at: Int64, leg: Int, effect: Int, answer: RunInputs.Answer, order: EffectOrder.ID)] = []
    private var orderCounts: [RunInputs.Effect: Int] = [:]

    init(_ inputs: RunInputs, of flow: RunningFlow, choosing parameters: [Int: Value]) {
        self.inputs = inputs
        let begun: Begun
        (tree, begun) = LegTree.beginning(flow, choosing: parameters, at: Instant(milliseconds: 0))
        schedule(begun.orders, of: 0)
        settle()
        play()
    }

    /// Whether it came to no end in as many steps as a run may have.
    var isUnsettled: Bool { sequence >= UInt64(Self.greatestSteps) }

    /// How many steps it took, which is what deciding the run costs.
    var stepCount: Int { Int(clamping: sequence) }

    /// The state or final that the run itself reached.
    var state: Int { tree.root.run.state }

    private mutating func play() {
        var next = 0
        let inputs = inputs.inputs.sorted { $0.at < $1.at }
        while sequence < UInt64(Self.greatestSteps), !tree.isEnded(0) {
            let timer = tree.nextTimer
            let limit = tree.nextLimit
            let answer = pending.indices.min { pending[$0].at < pending[$1].at }
            let input = next < inputs.count ? inputs[next] : nil
            // At one instant timers come first and limits last (rule 18).
            let due = [
                timer?.timer.deadline.milliseconds, answer.map { pending[$0].at }, input?.at,
                limit?.open.limit.milliseconds,
            ]
            guard let first = due.compactMap({ $0 }).min(), let kind = due.firstIndex(of: first) else { return }
            now = max(now, first)
            moments.insert(now)
            for due in due { if let due { moments.insert(due) } }
            switch kind {
            case 0: timer.map { decide(Event(tree.legs[$0.leg].table.timers[$0.timer.timer].event), in: $0.leg) }
            case 1: answer.map { give(pending.remove(at: $0)) }
            case 2:
                next += 1
                if let input, let leg = input.leg.map({ tree.leg(named: $0) }) ?? 0 { decide(input.event, in: leg) }
            default:
                if let limit, let otherwise = tree.legs[limit.leg].flow.otherwise(of: limit.open) {
                    decide(otherwise, in: limit.leg)
                }
            }
        }
    }

    private mutating func give(
        _ pending: (at: Int64, leg: Int, effect: Int, answer: RunInputs.Answer, order: EffectOrder.ID)
    ) {
        let leg = tree.legs[pending.leg]
        let open = leg.run.openEffects.first { $0.order == pending.order }
        if var reply = pending.answer.reply {
            // Stale where the order is closed.
            reply.answers = pending.order
            decide(reply, in: pending.leg)
        } else if let open, let otherwise = leg.flow.otherwise(of: open) {
            decide(otherwise, in: pending.leg)
        }
    }

    private mutating func decide(_ event: Event, in leg: Int) {
        let step = tree.decide(event, in: leg, at: Instant(milliseconds: now), sequence: sequence)
        sequence += 1
        schedule(step.orders, of: leg)
        settle()
    }

    private mutating func settle() {
        let steps = tree.settle(
            at: Instant(milliseconds: now), sequence: &sequence, below: UInt64(Self.greatestSteps))
        for (step, _) in steps { schedule(step.orders, of: step.leg) }
    }

    /// Notes when the orders are answered.
    private mutating func schedule(_ orders: [EffectOrder], of leg: Int) {
        for order in orders where tree.legs[leg].table.effects[order.effect].replies != nil {
            let effect = RunInputs.Effect(leg: tree.legs[leg].name, position: order.effect)
            let number = orderCounts[effect, default: 0]
            orderCounts[effect] = number + 1
            guard let answer = inputs.answer(to: effect, number: number) else { continue }
            pending.append((now &+ max(0, answer.delay), leg, order.effect, answer, order.id))
        }
    }
}
