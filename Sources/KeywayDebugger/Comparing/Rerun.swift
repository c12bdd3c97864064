import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// The events of a recorded run, decided again by another flow; a run that had ended goes on to an end by that flow.
///
/// Commands and callbacks come when they came. An order is answered as the order of the same effect and number was, as long after it; one
/// past the recorded orders gets the last answer again. A deadline or limit that both runs have alike passes when the log says so, for an
/// app may be late; any other passes when it is due.
struct Rerun {
    /// At most so many timers and limits pass in a row: a run that never ends is given up then, without an error.
    private static let greatestOwnSteps = 10_000
    /// No step that is owed gets this sequence or a later one: a flow that begins ever more sub-flows is given up then, without an error.
    private static let greatestStepCount: UInt64 = 20_000

    /// A step whose event was `taken` or `stayed`, by what two flows can have alike.
    struct ComparedStep: Equatable {
        /// The event's name behind the name of its leg.
        var event: String
        /// The state that the leg reached.
        var state: String
    }

    /// The recorded run, up to the record that was taken last.
    private var recorded: Fold
    /// The legs as the other flow decides them.
    private(set) var tree: LegTree
    /// The sequence of the next step by the other flow.
    private var sequence: UInt64 = 1
    /// The time up to which the other flow has decided.
    private var now: Instant
    /// Whether something was left out because the other flow lacks it: a command, callback or answer, or the whole sub-flow that an
    /// event came to.
    private(set) var meetsUnknown = false
    /// The steps by the other flow whose events were `taken` or `stayed`, in order.
    private(set) var comparedSteps: [ComparedStep] = []
    /// The orders of the recorded run.
    private var recordedOrders = NamedOrders()
    /// The orders by the other flow.
    private var orders = NamedOrders()
    /// The answers to the recorded orders.
    private let answers: RunInputs
    /// What the sub-flows of the recorded run heard before their first commands.
    private var words: WordsBeforeCommands
    /// When the recorded run began, from which the times of `answers` count.
    private let began: Instant
    /// Answers on their way to orders that the recorded run did not give, or gave at another time; in the order of ordering.
    private var pending: [(at: Instant, order: NamedOrders.Order, reply: Event?, table: Table)] = []

    /// - Parameters:
    ///   - history: the same run, as its own flow decides it.
    ///   - flow: the other flow.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    init(_ records: [Record], of history: RunHistory, by flow: RunningFlow) throws(Replay.Failure) {
        recorded = try Fold(records.first)
        answers = RunInputs(of: history)
        words = WordsBeforeCommands(of: history)
        began = history.began
        now = recorded.machine.latest
        let table = recorded.machine.flow.table
        let chosen = flow.table.parameters(
            like: table.parameters(in: recorded.beginning.outcome.context), of: table)
        let begun: InitialStep
        (tree, begun) = LegTree.beginning(flow, choosing: chosen, at: now)
        recordedOrders.note(recorded.begun.orders, by: 0, in: recorded.machine.tree, at: now)
        note(begun.orders, by: 0)
        settle()
        for record in records.dropFirst() { try take(record) }
        // A timer of the other flow that the last record's step set for its own instant fires as well.
        passTime(to: now, sparing: recorded.machine.tree, before: nil)
        if recorded.machine.isEnded { finish() }
    }

    /// The state that the run itself reached.
    var state: String { tree.root.table.states[tree.root.run.state].name }

    /// What each variable of the run itself has, by the variable's name; nil for one without a value.
    var values: [String: Replay.ShownValue?] { tree.root.table.shownByName(tree.root.run.values) }

    /// Takes the next record of the recorded run, and decides by the other flow what came with it.
    private mutating func take(_ record: Record) throws(Replay.Failure) {
        let before = recorded.machine.tree
        if let step = try recorded.take(record) {
            recordedOrders.note(step.orders, by: step.leg, in: recorded.machine.tree, at: record.time)
        }
        passTime(to: record.time, sparing: before, before: timer(firedBy: record))
        now = max(now, record.time)
        guard case .event(let told) = record.content, !words.isHeard(record.sequence) else { return }
        let source = recorded.machine.legs[Int(clamping: record.leg)]
        if let name = source.name, tree.root.flow.subFlow(named: name) == nil {
            meetsUnknown = true
            return
        }
        // A leg that has not begun here hears nothing.
        guard let leg = source.name.map({ tree.leg(named: $0) }) ?? 0 else { return }
        switch told.cause {
        case .asked, .heard, .retained, .restored, .timer, .granted: bring(told, of: source.table, to: leg)
        case .replied, .failed, .refused, .interrupted, .valueGone: answer(told, of: source.table)
        case .limit:
            guard let open = effect(answeredBy: told, before, in: leg), open.limit <= now else { return }
            tree.legs[leg].flow.otherwise(of: open).map { decide($0, in: leg) }
        case .owed, .overrun: break
        }
    }

    /// Decides the other flow's event of the same name, where the leg can hear it.
    private mutating func bring(_ told: EventRecord, of table: Table, to leg: Int) {
        let other = tree.legs[leg]
        guard let event = other.table.event(like: told, of: table, in: other.run) else {
            // A deadline or a lane that the other flow lacks makes the two runs different. Only where it lacks a command or callback is it
            // unknown what it would have done.
            if [.asked, .heard, .retained].contains(told.cause) { meetsUnknown = true }
            return
        }
        switch other.table.events[event.position].origin {
        case .timer(let timer):
            guard other.run.timers.contains(where: { $0.timer == timer && $0.deadline <= now }) else { return }
        case .lane(let lane):
            guard other.run.running.contains(.lane(lane, isHeld: false)) else { return }
        default: break
        }
        decide(Event(event.position, fields: event.fields, stamp: told.stamp), in: leg)
    }

    /// Gives the same order here the answer that was recorded, if it was given when the recorded one was: then the answer comes among the
    /// run's other records as it came there. An order that was given at another time gets its answers from `expectAnswer`.
    private mutating func answer(_ told: EventRecord, of table: Table) {
        guard let id = told.answers, let order = orders.order(like: id, of: recordedOrders),
            recordedOrders.order(of: id)?.at == order.at
        else { return }
        let reply = told.cause == .replied ? Event(told.event, fields: told.fields) : nil
        give(reply, of: table, to: order)
    }

    /// Gives an order an answer, which is stale where the order is closed; without a reply the effect's `otherwise` if the leg still waits.
    private mutating func give(_ reply: Event?, of table: Table, to order: NamedOrders.Order) {
        let leg = tree.legs[order.leg]
        guard let reply else {
            let open = leg.isEnded ? nil : leg.run.openEffects.first { $0.order == order.id }
            if let otherwise = open.flatMap({ leg.flow.otherwise(of: $0) }) { decide(otherwise, in: order.leg) }
            return
        }
        guard let event = leg.table.reply(like: reply, of: table),
            leg.table.effects[order.effect].replies?.events.contains(event.position) == true
        else {
            meetsUnknown = true
            return
        }
        decide(Event(event.position, fields: event.fields, answers: order.id), in: order.leg)
    }

    /// Notes when the order is answered, unless the recorded run gave the same order at the same time: its records say that.
    private mutating func expectAnswer(to order: NamedOrders.Order, named name: NamedOrders.Name) {
        let root = recorded.machine.flow
        guard let flow = name.leg.map({ root.subFlow(named: $0) }) ?? root,
            let position = flow.table.effects.firstIndex(where: { $0.name == name.effect })
        else { return }
        let effect = RunInputs.Effect(leg: name.leg, position: position)
        let given = answers.orders[effect, default: []]
        if name.number < given.count, given[name.number] == order.at.milliseconds &- began.milliseconds { return }
        guard let answer = answers.answer(to: effect, number: name.number) else { return }
        pending.append((order.at.advanced(byMilliseconds: max(0, answer.delay)), order, answer.reply, flow.table))
    }

    /// The effect that waits in the leg here, of the same name as the one that the event answers.
    private func effect(answeredBy told: EventRecord, _ before: LegTree, in leg: Int) -> RunState.OpenEffect? {
        guard let order = told.answers, let place = before.leg(waitingFor: order),
            let open = before.legs[place].run.openEffects.first(where: { $0.order == order })
        else { return nil }
        let name = before.legs[place].table.effects[open.effect].name
        let other = tree.legs[leg]
        return other.isEnded ? nil : other.run.openEffects.first { other.table.effects[$0.effect].name == name }
    }

    // MARK: - Time

    /// Lets the timers and limits pass that are due by the instant, except those that `recordedTree`, the recorded run's legs, has too:
    /// the log says when those pass.
    ///
    /// `own`: the timer that the log says fires now. Where another one has its instant and was set later, that one goes behind it.
    private mutating func passTime(to instant: Instant, sparing recordedTree: LegTree, before own: LegTree.Due?) {
        for _ in 0..<Self.greatestOwnSteps {
            let next = nextDue(sparing: recordedTree)
            if answerFirst(before: next, until: instant) { continue }
            guard let due = next, due.instant <= instant else { return }
            if let own, own.instant == due.instant, own.precedes(due) { return }
            // At one instant a limit passes behind the record's own event, and a timer before it (rule 18).
            if case .limit = due, due.instant == instant { return }
            pass(due)
        }
    }

    /// Lets pass whatever is due, until the run itself has ended.
    private mutating func finish() {
        for _ in 0..<Self.greatestOwnSteps where !tree.isEnded(0) {
            let next = nextDue(sparing: nil)
            if answerFirst(before: next, until: nil) { continue }
            guard let due = next else { return }
            pass(due)
        }
    }

    /// Gives the next answer on its way, if it comes before what is due next: at one instant behind a timer and before a limit (rule 18).
    ///
    /// Returns false where none does, or none comes up to the instant; nil is any instant.
    private mutating func answerFirst(before due: LegTree.Due?, until instant: Instant?) -> Bool {
        guard let place = pending.indices.min(by: { pending[$0].at < pending[$1].at }) else { return false }
        let next = pending[place]
        if let instant, next.at > instant { return false }
        switch due {
        case .timer(_, let timer)? where timer.deadline <= next.at: return false
        case .limit(_, let open)? where open.limit < next.at: return false
        default: break
        }
        pending.remove(at: place)
        now = max(now, next.at)
        give(next.reply, of: next.table, to: next.order)
        return true
    }

    /// What is due next.
    ///
    /// `recordedTree`: what these legs wait for too is left out; nil leaves nothing out.
    private func nextDue(sparing recordedTree: LegTree?) -> LegTree.Due? {
        guard let recordedTree else { return tree.nextDue }
        return tree.nextDue { due, leg in
            switch due {
            case .timer(_, let timer): !recordedTree.hasTimer(like: timer, of: leg)
            case .limit(_, let open): !recordedTree.hasEffect(like: open, of: leg)
            }
        }
    }

    /// The timer here whose event the record tells; nil where it tells of no timer, or where none of that name runs here.
    private func timer(firedBy record: Record) -> LegTree.Due? {
        guard case .event(let told) = record.content, told.cause == .timer else { return nil }
        let source = recorded.machine.legs[Int(clamping: record.leg)]
        guard let leg = source.name.map({ tree.leg(named: $0) }) ?? 0 else { return nil }
        let own = tree.legs[leg]
        guard let event = own.table.event(like: told, of: source.table, in: own.run) else { return nil }
        return own.run.timers.first { own.table.timers[$0.timer].event == event.position }.map {
            .timer(leg: leg, $0)
        }
    }

    private mutating func pass(_ due: LegTree.Due) {
        now = max(now, due.instant)
        switch due {
        case .timer(let leg, let timer): decide(Event(tree.legs[leg].table.timers[timer.timer].event), in: leg)
        case .limit(let leg, let open): tree.legs[leg].flow.otherwise(of: open).map { decide($0, in: leg) }
        }
    }

    // MARK: - Steps

    private mutating func decide(_ event: Event, in leg: Int) {
        let step = tree.decide(event, in: leg, at: now, sequence: sequence)
        note(step, reaching: tree.legs[leg].run.state)
        sequence += 1
        settle()
    }

    /// Decides what steps have brought to other legs, until nothing is owed.
    private mutating func settle() {
        while sequence < Self.greatestStepCount {
            guard let step = decideRetained() ?? tree.decideOwed(at: now, sequence: sequence) else { return }
            sequence += 1
            note(step, reaching: tree.legs[step.leg].run.state)
        }
    }

    /// Decides the next word that a leg hears before its first command; nil where no leg begins, or none is left.
    private mutating func decideRetained() -> LegStep? {
        while let leg = tree.beginningLeg, let word = words.next(of: leg, in: tree, at: now),
            let told = word.eventRecord
        {
            let own = tree.legs[leg]
            if let event = own.table.event(like: told, of: word.flow.table, in: own.run) {
                let heard = Event(event.position, fields: event.fields, stamp: told.stamp)
                return tree.decide(heard, in: leg, at: now, sequence: sequence)
            }
            meetsUnknown = true
        }
        return nil
    }

    private mutating func note(_ orders: [EffectOrder], by leg: Int) {
        for (name, order) in self.orders.note(orders, by: leg, in: tree, at: now) {
            expectAnswer(to: order, named: name)
        }
    }

    private mutating func note(_ step: LegStep, reaching state: Int) {
        note(step.orders, by: step.leg)
        guard case .decided(let event, let made) = step.content, made.disposition.isTakenOrStayed else { return }
        let leg = tree.legs[step.leg]
        let name = leg.table.events[event.position].name
        comparedSteps.append(
            ComparedStep(event: leg.name.map { "\($0).\(name)" } ?? name, state: leg.table.states[state].name))
    }
}

extension Disposition {
    /// Whether the event was `taken` or `stayed`: only such steps are compared.
    fileprivate var isTakenOrStayed: Bool { self == .taken || self == .stayed }
}

extension RunHistory {
    /// The sequence of the first `taken` or `stayed` step that is another one in the rerun, or is missing there.
    ///
    /// Where the rerun only has more steps, the sequence of the last step; nil where all steps are alike.
    func firstDifference(from rerun: Rerun) -> UInt64? {
        let own = steps.filter { $0.eventRecord != nil && $0.disposition.isTakenOrStayed }
        let others = rerun.comparedSteps
        for (step, other) in zip(own, others)
        where step.event != other.event || step.flow.table.states[step.after.state].name != other.state {
            return step.record.sequence
        }
        if own.count > others.count { return own[others.count].record.sequence }
        return own.count < others.count ? steps.last?.record.sequence ?? 0 : nil
    }
}

extension LegTree {
    /// Whether a leg of the same name waits for a deadline of the same name at the same instant, and is in no state that holds the deadline
    /// back (`hold`).
    fileprivate func hasTimer(like timer: RunState.ArmedTimer, of leg: Leg) -> Bool {
        let name = leg.table.timers[timer.timer].name
        return legs.contains { own in
            own.name == leg.name && !own.isEnded
                && own.run.timers.contains {
                    $0.deadline == timer.deadline && own.table.timers[$0.timer].name == name
                        && !own.table.states[own.run.state].holds.contains($0.timer)
                }
        }
    }

    /// Whether a leg of the same name waits for an effect of the same name until the same instant.
    fileprivate func hasEffect(like open: RunState.OpenEffect, of leg: Leg) -> Bool {
        let name = leg.table.effects[open.effect].name
        return legs.contains { own in
            own.name == leg.name && !own.isEnded
                && own.run.openEffects.contains {
                    $0.limit == open.limit && own.table.effects[$0.effect].name == name
                }
        }
    }
}
