import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// A run decided anew from its inputs, which may have been edited; its deadlines pass when they are due.
struct EditedRun {
    /// A step by which a leg moved.
    struct TakenStep: Equatable {
        /// The leg, by its position in `tree.legs`: equal runs begin their legs in the same order.
        var leg: Int
        /// By its position among the events of the leg's flow.
        var event: Int
        /// The state that the leg reached, by its position in the leg's flow.
        var state: Int
        /// Milliseconds since the run began.
        var at: Int64

        /// Whether both are the same step, at whatever time: a live run's deadline passes a little after its instant.
        func isAlike(_ other: TakenStep) -> Bool { leg == other.leg && event == other.event && state == other.state }
    }

    /// Which answer is assumed of an effect.
    struct Choice {
        var effect: RunInputs.Effect
        /// By its index among the effect's answers, of which there are `count`.
        var index: Int
        var count: Int
    }

    /// What comes, in order of time.
    private var inputs: [RunInputs.Input]
    /// How many of them have been brought.
    private var broughtCount = 0
    /// What the recorded run was given, with the answers of its effects.
    private let recorded: RunInputs
    private var tree: LegTree
    /// In milliseconds since the run began, as are all times here.
    private var now: Int64 = 0
    /// The sequence of the next step.
    private var sequence: UInt64 = 1
    /// How many steps have changed the run or a leg, beginnings of legs counted.
    private var changeCount = 0
    /// The times at which something happened or was due.
    private(set) var moments: Set<Int64> = [0]
    /// What happened between the run and the providers' SDKs, in order.
    private(set) var happenings: [ProviderHappening] = []
    /// The input of each happening that was heard, by the happening's index in `happenings`.
    private(set) var heardInputs: [Int: RunInputs.Input] = [:]
    /// The possible answers of effects that the recorded run never ordered.
    private let assumable: AssumableAnswers
    /// Which of its possible answers each of these effects gives, by index; one that is not here gives its first.
    private var chosen: [RunInputs.Effect: Int] = [:]
    /// The assumed answers of effects that the recorded run never ordered, one for each effect, in the order in which
    /// the effects were first ordered.
    private(set) var assumed: [ShortestEdit.Assumption] = []
    /// For each of `assumed` the effect, which of its answers it gives, and how many it has.
    private(set) var choices: [Choice] = []
    /// Whether the run might have gone another way by answers that are not tried: by a value that is left out, or by
    /// another answer to a later order of the same effect.
    private(set) var leavesOutAnswers = false
    /// Whether the flow acted on a callback that an edit added, so that it makes a difference.
    private(set) var actsOnAddition = false
    /// The callbacks that an edit added and a leg heard, with the event's name behind that of the leg.
    private var heardAdditions: [(callback: RawValue, at: Int64, event: String)] = []
    /// How many effects without replies were ordered so far: each may be a call that a callback answers.
    private var callCount = 0
    /// How many effects without replies had been ordered when a recorded callback was heard, by the sequence of its record.
    private(set) var callsBefore: [UInt64: Int] = [:]
    /// The command or callback at which the run was given up, because the log does not tell what comes of it now; nil where there is none.
    private(set) var unpredictableInput: RunInputs.Input?
    /// Whether a command or callback came at the very instant of an effect's limit, before it. A transcript's line comes behind the limits of
    /// its instant.
    private(set) var meetsLimit = false
    /// The steps that were taken, of all legs.
    private(set) var takenSteps: [TakenStep] = []
    /// What sources retain for legs that begin later.
    private var retained = RetainedCallbacks()
    /// The numbers of the retained callbacks that each leg has heard, by the leg's position.
    private var heardNumbers: [Int: Set<UInt64>] = [:]
    /// The answers that are on their way, in the order of ordering.
    private var pending: [(at: Int64, leg: Int, effect: Int, answer: RunInputs.Answer, order: EffectOrder.ID)] = []
    /// The hash, so far, of the events on which the flow acted; `way` is its value.
    private var actedOn = Hasher()
    /// Whether nothing has come yet.
    private var isFresh = true
    /// How many orders of each effect were given so far.
    private var orderCounts: [RunInputs.Effect: Int] = [:]

    /// A run that has just begun; `play` takes it to its end.
    init(_ inputs: RunInputs, of flow: RunningFlow, choosing parameters: [Int: Value]) {
        recorded = inputs
        assumable = AssumableAnswers(beside: inputs, in: flow)
        self.inputs = inputs.inOrder
        let begun: InitialStep
        (tree, begun) = LegTree.beginning(flow, choosing: parameters, at: Instant(milliseconds: 0))
        schedule(begun.orders, of: 0)
        for word in inputs.made.before { retain(word.callback, as: word.keys, heardBy: nil) }
        settle()
    }

    /// The run played on from here to its end with other inputs; `keep` is as for `play`.
    ///
    /// - Parameter chosen: which of its possible answers each effect gives that the recorded run never ordered, by index.
    func goingOn(
        with inputs: RunInputs, choosing chosen: [RunInputs.Effect: Int],
        keeping keep: (Int64, EditedRun) -> Void = { _, _ in }
    ) -> EditedRun {
        var run = self
        run.inputs = inputs.inOrder
        run.chosen = chosen
        run.play(keeping: keep)
        return run
    }

    /// The next choice of answers, nil behind the last: each choice comes up once.
    ///
    /// The effects that were ordered last get their other answers first, for what is ordered later depends on a choice.
    /// - Parameter fixed: answers that stay as they are.
    func nextChoice(beside fixed: [RunInputs.Effect: Int]) -> [RunInputs.Effect: Int]? {
        let open = choices.filter { fixed[$0.effect] == nil }
        guard let last = open.lastIndex(where: { $0.index + 1 < $0.count }) else { return nil }
        var next = fixed
        for choice in open[..<last] { next[choice.effect] = choice.index }
        next[open[last].effect] = open[last].index + 1
        return next
    }

    /// Plays to the end; `keep` gets each moment, in milliseconds since the run began, and the run as it was before that.
    mutating func play(keeping keep: (Int64, EditedRun) -> Void = { _, _ in }) {
        while let (first, kind) = nextDue {
            if first > now || isFresh { keep(first, self) }
            isFresh = false
            now = max(now, first)
            moments.insert(now)
            take(kind)
        }
    }

    /// Whether the run was given up, because it came to no end in as many changes as a run may have.
    var isOverLimit: Bool { !mayChange && !tree.isEnded(0) }

    /// Whether the run has changed less often than a run may: at that limit a live run enters the final of its `within` (rule 15).
    private var mayChange: Bool { changeCount < RunLimits.greatestChanges }

    /// A hash of the events on which the flow acted, with their times, legs and fields: another hash shows that an edit changed something.
    var way: Int { actedOn.finalize() }

    /// When the run ended, in milliseconds since it began.
    var end: Int64 { now }

    /// How many steps the run took, its beginning counted: by this the cost of deciding it is counted.
    var stepCount: Int { Int(clamping: sequence) }

    /// The state or final that the run itself reached.
    var state: Int { tree.root.run.state }

    /// What may be due; at one instant timers come first and limits last (rule 18), where the log does not have another order.
    private enum Due: CaseIterable {
        case timer
        case answer
        case input
        case limit
    }

    /// What is due next, and when; nil where nothing is any more, or the run has ended or was given up. Adds to `moments` when each kind
    /// of thing is due.
    private var nextDue: (at: Int64, kind: Due)? {
        mutating get {
            guard mayChange, !tree.isEnded(0), unpredictableInput == nil else { return nil }
            var next: (at: Int64, kind: Due)?
            for kind in Due.allCases {
                guard let at = moment(of: kind) else { continue }
                moments.insert(at)
                if next.map({ at < $0.at || at == $0.at && precedes(kind, $0.kind) }) ?? true { next = (at, kind) }
            }
            return next
        }
    }

    /// Whether the next thing of the one kind comes before that of the other, where both are due at one millisecond and the other kind has
    /// precedence otherwise: so it is where the log tells both, and the one first.
    private func precedes(_ kind: Due, _ other: Due) -> Bool {
        guard let sequence = sequence(of: kind), let otherSequence = self.sequence(of: other) else { return false }
        return sequence < otherSequence
    }

    /// The sequence of the record by which the log tells the next thing of this kind; nil where the log does not tell it. Timers come first
    /// in any case.
    private func sequence(of kind: Due) -> UInt64? {
        switch kind {
        case .timer: nil
        case .answer: nextAnswer.flatMap { pending[$0].answer.sequence }
        case .input: broughtCount < inputs.count ? inputs[broughtCount].placeInLog : nil
        case .limit:
            tree.nextLimit.flatMap { next in
                let effect = RunInputs.Effect(leg: tree.legs[next.leg].name, position: next.open.effect)
                return recorded.limitSequence(of: effect, orderedTimes: orderCounts[effect, default: 0])
            }
        }
    }

    /// The place in `pending` of the answer that comes next.
    private var nextAnswer: Int? {
        pending.indices.lazy.map { (place: $0, at: pending[$0].at, sequence: pending[$0].answer.sequence) }.next
    }

    private func moment(of kind: Due) -> Int64? {
        switch kind {
        case .timer: tree.nextTimer?.timer.deadline.milliseconds
        case .answer: pending.lazy.map(\.at).min()
        case .input: broughtCount < inputs.count ? inputs[broughtCount].at : nil
        case .limit: tree.nextLimit?.open.limit.milliseconds
        }
    }

    private mutating func take(_ kind: Due) {
        switch kind {
        case .timer:
            if let (leg, armed) = tree.nextTimer {
                decide(Event(tree.legs[leg].table.timers[armed.timer].event), in: leg)
            }
        case .answer:
            if let nextAnswer { give(pending.remove(at: nextAnswer)) }
        case .input:
            broughtCount += 1
            if tree.nextLimit?.open.limit.milliseconds == now { meetsLimit = true }
            bring(inputs[broughtCount - 1])
        case .limit:
            if let limit = tree.nextLimit, let otherwise = tree.legs[limit.leg].flow.otherwise(of: limit.open) {
                decide(otherwise, in: limit.leg)
            }
        }
    }

    /// Brings a command or callback to the leg that hears it.
    private mutating func bring(_ input: RunInputs.Input) {
        switch input.content {
        case .recorded(let recorded):
            guard var hearing = self.recorded.made.hearing(of: input, recorded, in: tree) else {
                unpredictableInput = input
                return
            }
            let leg = hearing.leg
            if let word = self.recorded.made.words[recorded.sequence] {
                retain(word.callback, as: word.keys, heardBy: leg)
            }
            if recorded.isHeardAtOnce {
                note(input, in: leg, as: hearing.event.position, hearing.event.fields, unread: hearing.unread)
            }
            // An edit may bring the callback later than it came, when another attempt has begun already: then it is stale.
            if let attempt = recorded.attempt, attempt < tree.legs[leg].run.attempt { hearing.event.stamp = .stale }
            decide(hearing.event, in: leg)
        case .added(let callback):
            let reading = CallbackReading(callback, by: tree.root.flow)
            let (leg, decoded) = reading.listener(in: tree)
            let event: Event
            var unread: RawValue.Unread?
            switch decoded {
            case .event(let position, let fields, _, _): event = Event(position, fields: fields, stamp: .unknown)
            case .unrecognised(let told):
                guard let position = tree.legs[leg].table.unrecognisedEvent else { return }
                (event, unread) = (Event(position), told)
            }
            note(input, in: leg, as: event.position, event.fields, unread: unread)
            let name = tree.legs[leg].table.events[event.position].name
            heardAdditions.append((callback, now, tree.legs[leg].name.map { "\($0).\(name)" } ?? name))
            retain(callback, as: reading.retained, heardBy: leg)
            if decide(event, in: leg) { actsOnAddition = true }
        }
    }

    /// The edit with the name of the event as which a leg of this run heard it; as it is where it adds nothing that was heard.
    func named(_ edit: InputEdit) -> InputEdit {
        guard case .add(let callback, _, let at) = edit,
            let heard = heardAdditions.first(where: { $0.callback == callback && $0.at == at })
        else { return edit }
        return .add(callback, event: heard.event, at: at)
    }

    // MARK: - Retained callbacks

    /// Keeps a callback for legs that begin later, if a source retains it. `leg` has heard it and does not hear it again; nil where no leg
    /// has heard it.
    private mutating func retain(_ callback: RawValue, as kinds: [CallbackReading.RetainedKey], heardBy leg: Int?) {
        guard let number = retained.retain(callback, as: kinds), let leg else { return }
        heardNumbers[leg, default: []].insert(number)
    }

    /// The next retained callback that the leg hears before its first command, which counts as heard from then on; nil where none is left.
    private mutating func nextRetained(of leg: Int) -> Event? {
        let flow = tree.legs[leg].flow
        for word in retained.words where !heardNumbers[leg, default: []].contains(word.number) {
            let (decoded, source) = flow.read(word.callback)
            guard case .event(let event, let fields, _, isRetained: true) = decoded,
                source.map({ CallbackReading.SourceName($0) }) == word.key.source
            else { continue }
            heardNumbers[leg, default: []].insert(word.number)
            return Event(event, fields: fields)
        }
        return nil
    }

    /// Notes that the leg hears the input as this event.
    private mutating func note(
        _ input: RunInputs.Input, in leg: Int, as event: Int, _ fields: [Value?], unread: RawValue.Unread?
    ) {
        heardInputs[happenings.count] = input
        if let recorded = input.recorded { callsBefore[recorded.sequence] = callCount }
        happenings.append(
            .heard(
                tree.legs[leg].flow, event: event, fields: fields, unread: unread,
                isAddedByEdit: input.recorded == nil))
    }

    /// Gives a reply to its order, whether that is still open or not; in the place of a reply that never came, an open order gets its
    /// effect's `otherwise`.
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

    /// Lets the leg decide the event; returns whether this moved the leg, or it stayed with something done.
    @discardableResult
    private mutating func decide(_ event: Event, in leg: Int) -> Bool {
        var isActedOn = false
        let step = tree.decide(event, in: leg, at: Instant(milliseconds: now), sequence: sequence)
        sequence += 1
        note(step)
        if case .decided(_, let made) = step.content, made.isActedOn {
            isActedOn = true
            actedOn.combine(now)
            actedOn.combine(leg)
            actedOn.combine(event.position)
            actedOn.combine(event.fields)
        }
        schedule(step.orders, of: leg)
        settle()
        return isActedOn
    }

    /// Decides what steps have brought to other legs. A flow that begins ever more sub-flows which end at once is given up.
    private mutating func settle() {
        while mayChange {
            // A leg that begins first hears what its sources retained, one callback at a time, which may end it.
            let retained = tree.beginningLeg.flatMap { leg in nextRetained(of: leg).map { (event: $0, leg: leg) } }
            let now = Instant(milliseconds: now)
            let next =
                retained.map { tree.decide($0.event, in: $0.leg, at: now, sequence: sequence) }
                ?? tree.decideOwed(at: now, sequence: sequence)
            guard let step = next else { return }
            sequence += 1
            note(step)
            schedule(step.orders, of: step.leg)
        }
    }

    /// Notes a step; its leg must have made no other step since, as the state that the step reached is read from the leg.
    private mutating func note(_ step: LegStep) {
        guard case .decided(let event, let made) = step.content else {
            changeCount += 1
            return
        }
        if made.changesRun { changeCount += 1 }
        guard made.disposition == .taken else { return }
        let state = tree.legs[step.leg].run.state
        takenSteps.append(TakenStep(leg: step.leg, event: event.position, state: state, at: now))
    }

    /// Notes what the orders call, and when they are answered.
    private mutating func schedule(_ orders: [EffectOrder], of leg: Int) {
        for order in orders {
            let signature = tree.legs[leg].table.effects[order.effect]
            if let call = signature.calls { happenings.append(.called(call)) }
            guard signature.replies != nil else {
                callCount += 1
                continue
            }
            let effect = RunInputs.Effect(leg: tree.legs[leg].name, position: order.effect)
            let number = orderCounts[effect, default: 0]
            orderCounts[effect] = number + 1
            guard let answer = recorded.answer(to: effect, number: number) ?? assumedAnswer(to: effect, in: leg) else {
                continue
            }
            pending.append((now &+ max(0, answer.delay), leg, order.effect, answer, order.id))
        }
    }

    /// The assumed answer of an effect that the recorded run never ordered; nil for an effect that it ordered.
    private mutating func assumedAnswer(to effect: RunInputs.Effect, in leg: Int) -> RunInputs.Answer? {
        guard let answers = assumable[effect], !answers.replies.isEmpty else { return nil }
        let index = chosen[effect] ?? 0
        let reply = answers.replies[index]
        if choices.contains(where: { $0.effect == effect }) {
            if answers.replies.count > 1 { leavesOutAnswers = true }
        } else {
            if !answers.areAll { leavesOutAnswers = true }
            choices.append(Choice(effect: effect, index: index, count: answers.replies.count))
            assumed.append(ShortestEdit.Assumption(of: effect, answering: reply, by: tree.legs[leg].table))
        }
        return RunInputs.Answer(delay: ShortestEdit.Assumption.delay, reply: reply)
    }
}

extension ShortestEdit.Assumption {
    fileprivate init(of effect: RunInputs.Effect, answering reply: Event, by table: Table) {
        let name = table.effects[effect.position].name
        let event = table.events[reply.position]
        let plain = reply.fields.map { $0 == .withheld ? nil : $0 }
        self.init(
            effect: effect.leg.map { "\($0).\(name)" } ?? name, name: event.name,
            fields: event.fields.shown(plain, among: table.enumerations), reply: reply, leg: effect.leg,
            position: effect.position)
    }
}
