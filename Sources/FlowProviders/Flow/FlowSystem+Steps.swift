import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

extension FlowSystem {
    /// The deadline that exploring gives to every timer and limit that was set before a step; what the step itself sets is due later.
    static let before = Instant(milliseconds: 0)
    /// The instant at which exploring lets every step happen.
    static let now = Instant(milliseconds: 1)

    /// Lets the interpreter decide one input.
    mutating func interpret(_ input: FlowInput, from configuration: FlowConfiguration) -> FlowStep {
        let signature = machine.events[input.event].signature
        let texts = facts.latestTexts
        let given = texts.given(by: input.fields, of: signature)
        var placeholders = Placeholders()
        let fields = perishables.fields(of: input, marked: texts.marked(input.fields, of: signature), &placeholders)
        var event = Event(input.event, fields: fields, stamp: input.stamp)
        switch input.origin {
        case .reply(let effect), .limit(let effect): event.answers = order(of: effect)
        // None of these answers an open order.
        case .late, .command, .callback, .word, .timer, .child, .lane, .restored: break
        }
        var run = run(in: configuration)
        let aged = texts.aged(configuration.values, since: given, in: machine)
        run.values = perishables.values(aged, in: configuration, &placeholders)
        var interpretation = interpreter.interpret(&run, event, at: Self.now, sequence: 1)
        if !given.isEmpty, !interpretation.step.isActedOn {
            // Only an accepted command makes texts older: decide with the values as they are.
            run = self.run(in: configuration)
            run.values = perishables.values(configuration.values, in: configuration, &placeholders)
            interpretation = interpreter.interpret(&run, event, at: Self.now, sequence: 1)
        }
        let step = interpretation.step
        // The end of a run cancels the orders that waited for an answer. What its last step orders is performed, and nobody waits for the
        // answer.
        if machine.states[run.state].isFinal { run.openEffects = [] }
        let kept = perishables.putBack(&run.values, in: run.state, placeholders)
        let incomplete = perishables.placesOfIncompleteOrders(among: step.orders, placeholders)
        let moment = FactTable.Moment(
            event: step.stamp == .stale ? machine.staleEvent(of: input.event) : input.event, isLimit: input.isLimit,
            isActedOn: step.isActedOn, choices: step.choices, effects: step.effects.map(\.effect),
            arguments: texts.fields.isEmpty ? [] : step.orders.map { perishables.arguments(of: $0, placeholders) },
            given: given, stateBefore: configuration.state, valuesBefore: configuration.values,
            timersBefore: configuration.timers & ~input.timerBit, state: run.state, values: run.values,
            timers: run.timerBits)
        var reached = self.configuration(of: run)
        reached.late = lateHandlers(
            after: input, by: run, ordering: moment.effects, notPerforming: incomplete, from: configuration)
        (reached.perishable, reached.gone) = kept
        reached.unperformed = unperformed(in: run, notPerforming: incomplete, from: configuration)
        return FlowStep(
            input: number(of: input), event: input.event, isAnswer: input.isAnswer,
            end: machine.states[run.state].isFinal ? run.state : nil, target: number(of: reached),
            effects: moment.effects,
            incomplete: incomplete, scopeChanges: perishables.marked(step.scopeChanges, placeholders), row: step.row,
            branches: interpretation.branches, disposition: step.disposition,
            decision: step.row != nil || step.disposition == .stale
                ? .row : decision(of: input.event, in: configuration.state),
            isActedOn: step.isActedOn, isStale: step.stamp == .stale, facts: facts.bits(at: moment),
            waitsForItself: moment.effects.first { needsOwnLane($0, in: run) },
            untouched: untouched(by: run, step.scopeChanges, from: configuration))
    }

    /// For an event that no row names: whether an `other` row decides it, or nobody.
    private func decision(of event: Int, in state: Int) -> FlowStep.Decision {
        if case .other = machine.decider(of: event, in: state) { .other } else { .nobody }
    }

    /// Whether the effect needs a lane of a provider of which the run itself holds a lane or has asked for one, or of which a sub-flow
    /// that runs has one.
    func needsOwnLane(_ effect: Int, in run: RunState) -> Bool {
        guard let needed = machine.effects[effect].needs else { return false }
        let provider = machine.lanes[needed].provider.text
        return run.running.contains { running in
            switch running {
            case .lane(let lane, _): machine.lanes[lane].provider.text == provider
            case .child(let child):
                machine.children[child].flow?.machine.providersOfLanes.contains(provider) ?? false
            }
        }
    }

    /// The configuration as the interpreter takes it: all that runs in it was set before the step, with the deadline `before`.
    func run(in configuration: FlowConfiguration) -> RunState {
        var run = RunState(state: configuration.state, values: configuration.values)
        run.timers = machine.timers.indices.filter { configuration.timers.has($0) }.map {
            .init(timer: $0, deadline: Self.before, setBy: 0)
        }
        run.openEffects = machine.effects.indices.filter { configuration.open.has($0) }.map {
            .init(effect: $0, order: order(of: $0), limit: Self.before)
        }
        run.running = configuration.running
        return run
    }

    /// The order that stands for an effect that was open before the step. Its sequence is 0; orders of the step itself
    /// have 1.
    private func order(of effect: Int) -> EffectOrder.ID {
        EffectOrder.ID(sequence: 0, index: UInt32(clamping: effect))
    }

    /// What runs before and after a step and was left alone by it, as `FlowStep.untouched` has it.
    private func untouched(
        by run: RunState, _ changes: [ScopeChange], from configuration: FlowConfiguration
    ) -> UInt64 {
        var timers: UInt64 = 0
        for armed in run.timers where armed.deadline == Self.before { timers.insert(armed.timer) }
        var effects: UInt64 = 0
        for open in run.openEffects where open.order.sequence == 0 { effects.insert(open.effect) }
        let held = held[configuration.state]
        return timers & configuration.timers & ~held
            | (effects & configuration.open) << UInt64(machine.timers.count)
            | children(in: run.running) & children(in: configuration.running) & ~children(begunBy: changes)
    }

    /// The handlers that are at work for closed orders after an input.
    ///
    /// `orders`: the effects that the step orders. `incomplete`: the places of those that nobody performs.
    private func lateHandlers(
        after input: FlowInput, by run: RunState, ordering orders: [Int], notPerforming incomplete: [Int],
        from configuration: FlowConfiguration
    ) -> LateHandlers {
        var late = configuration.late
        // An ended flow changes by nothing that it hears.
        if machine.states[run.state].isFinal { return LateHandlers() }
        if case .late(let effect) = input.origin { late.end(effect) }
        for effect in configuration.open.bits
        where !staleReplies[effect].isEmpty && input.origin != .reply(effect: effect)
            && !configuration.unperformed.has(effect)
        {
            if !run.openEffects.contains(where: { $0.order == order(of: effect) }) { late.begin(effect) }
        }
        late.begin(closedAtOnce(among: orders, besides: incomplete))
        return late
    }

    /// The effects that a step orders more than once: each later order closes the one before, so an effect stands here once for each
    /// order of this step that is closed at once. Orders at the places `incomplete` are left out: nobody performs them.
    func closedAtOnce(among orders: [Int], besides incomplete: [Int] = []) -> [Int] {
        orders.indices.filter { place in
            !staleReplies[orders[place]].isEmpty && orders[(place + 1)...].contains(orders[place])
                && !incomplete.contains(place)
        }.map { orders[$0] }
    }

    /// The open effects whose orders nobody performs. `incomplete`: the places of such orders among those of the step, whose sequence is 1.
    private func unperformed(
        in run: RunState, notPerforming incomplete: [Int], from configuration: FlowConfiguration
    ) -> UInt64 {
        run.openEffects.reduce(into: 0) { unperformed, open in
            let isOlder = open.order.sequence == 0
            let isLacking =
                isOlder ? configuration.unperformed.has(open.effect) : incomplete.contains(Int(open.order.index))
            if isLacking { unperformed.insert(open.effect) }
        }
    }

    /// The configuration that the run is in, without late handlers and with nothing perishable.
    func configuration(of run: RunState) -> FlowConfiguration {
        var open: UInt64 = 0
        for effect in run.openEffects { open.insert(effect.effect) }
        return FlowConfiguration(
            state: run.state, values: run.values.indices.map { part($0, run.values[$0]) }, timers: run.timerBits,
            open: open, running: run.running)
    }

    /// The bits of the sub-flows that run, behind those of timers and effects; none where sub-flows are explored as legs, whose own timers
    /// and effects count instead.
    func children(in running: [Running]) -> UInt64 {
        guard endsChildren else { return 0 }
        return running.reduce(into: 0) { bits, running in
            if case .child(let child) = running { bits.insert(machine.timers.count + machine.effects.count + child) }
        }
    }

    private func children(begunBy changes: [ScopeChange]) -> UInt64 {
        children(
            in: changes.compactMap { if case .begins(let child, _, _) = $0 { .child(child) } else { nil } })
    }

    /// What a configuration keeps of the variable's value: of values that nothing in the flow tells apart, one stands for all.
    private func part(_ variable: Int, _ value: Value?) -> Value? {
        let kind = machine.variables[variable].field.kind
        if facts.latestTexts.variables.contains(variable) { return facts.latestTexts.part(value, of: kind) }
        switch parts[variable] {
        case .value: return kind.isExceeded(by: value) ? kind.representative : value
        case .presence: return value == nil ? nil : kind.representative
        case .nothing: return kind.representative
        }
    }
}

extension RunState {
    /// The timers that run, one bit for each.
    var timerBits: UInt64 { timers.reduce(into: 0) { $0.insert($1.timer) } }
}

extension UInt64 {
    /// Whether the bit is set; no bit past the last is.
    func has(_ bit: Int) -> Bool { bit < 64 && self & (1 << UInt64(bit)) != 0 }

    mutating func insert(_ bit: Int) { if bit < 64 { self |= 1 << UInt64(bit) } }

    /// The numbers of the bits that are set, ascending.
    var bits: BitNumbers { BitNumbers(rest: self) }
}

/// The numbers of the bits that are set in a word, without an array.
struct BitNumbers: Sequence, IteratorProtocol {
    var rest: UInt64

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        defer { rest &= rest &- 1 }
        return rest.trailingZeroBitCount
    }
}
