import FlowMachine
import KeywayCore

/// An event of one leg and all that it brings to the others at once: what a run machine decides in one block.
///
/// This is a second implementation of what the run machine does with its legs; a test compares the two.
struct LegBlock {
    /// What a step of one leg still means for another.
    private enum Owed {
        /// A leg of the flow begins, whose parent is the leg at the place `of`.
        case begin(flow: Int, of: Int, command: Int, arguments: [Value?], choosing: [Int: Value])
        /// The command that a leg begins with.
        case command(Int, arguments: [Value?], to: Int)
        /// The scope of the leg was left.
        case cancel(Int)
        /// The leg reached a final.
        case final(Int)

        /// Whether it is that a leg of the flow begins, whose parent is the leg at the place `parent`.
        func begins(_ flow: Int, of parent: Int) -> Bool {
            if case .begin(flow: flow, of: parent, command: _, arguments: _, choosing: _) = self { true } else { false }
        }
    }

    /// The legs after what was decided so far.
    private(set) var configuration: LegsConfiguration
    /// What was ordered so far and is to be performed, in the order of ordering.
    private(set) var effects: [LegEffect] = []
    /// What is wrong in the block, and what it shows that a `sometimes` requirement asks for.
    private(set) var findings: [Finding] = []
    /// What each event meant to its leg, in order.
    private(set) var decisions: [Occurrence.Decision] = []
    /// Where a run begins, the decisions on each word that earlier runs left, in the order of the words.
    private(set) var decisionsOnRetained: [[Occurrence.Decision]] = []
    /// What questions speak of and the block shows.
    private(set) var met: [Evidence.Met] = []
    /// The facts of the root's requirements that were so in the block, one bit for each.
    private(set) var facts: UInt64 = 0
    /// The sub-flows of which a leg began in the block, one bit for each.
    private(set) var newLegs: UInt64 = 0
    /// Whether a run that came back has nothing more to decide after the block, so that its orders are performed now.
    private(set) var hasReturned = false
    /// For each leg what waited before the block, as `FlowSystem.waiting` counts it, at the leg's bits among the run's.
    private var waiting: [UInt64]
    /// For each leg what of `waiting` no step has touched yet.
    private var untouched: [UInt64]
    /// What is still to be decided, the next first.
    private var owed: [Owed] = []
    /// Whether a command of the app is what happens.
    private var isAsked = false
    /// For each leg that has begun in this block, by its place, the retained words that it still hears before its first command.
    private var unheard: [Int: ArraySlice<Int>] = [:]
    /// The legs that stand for a success before the block.
    private let accepted: AcceptedSuccesses
    /// The leg, by its place, that hears the word which brings the block; nil where none does.
    private var hearer: Int?

    init(from configuration: LegsConfiguration, among flows: [LegFlow]) {
        self.configuration = configuration
        waiting = configuration.legs.map { flows[$0.flow].waiting(in: $0.position) }
        untouched = waiting
        accepted = AcceptedSuccesses(in: configuration, among: flows)
    }

    /// What waits before and after the block and no leg has touched; a flow may have several legs, which share its bits.
    var leftAlone: UInt64 {
        var (left, touched): (UInt64, UInt64) = (0, 0)
        for (waiting, untouched) in zip(waiting, untouched) {
            left |= untouched
            touched |= waiting & ~untouched
        }
        return left & ~touched
    }

    /// Notes that a source retains a word, whoever hears it.
    mutating func retain(_ word: Int, of words: ProviderWords) {
        configuration.retained = words.retaining(word, after: configuration.retained)
    }

    /// Begins the root, with all that this brings; then it hears what its sources retained, word after word.
    static func beginning(_ beginning: LegSystem.Beginning, among flows: inout [LegFlow]) -> LegBlock {
        var configuration = LegsConfiguration(legs: [])
        configuration.retained = beginning.retained
        var block = LegBlock(from: configuration, among: flows)
        block.begin(0, of: nil, choosing: beginning.parameters, among: &flows)
        block.decideOwed(among: &flows)
        for word in beginning.retained {
            let first = block.decisions.count
            if flows[0].retains[word], !block.isEnded(0, flows) {
                block.decideRetained(word, in: 0, among: &flows)
                block.decideOwed(among: &flows)
            }
            block.decisionsOnRetained.append(Array(block.decisions[first...]))
        }
        block.removeUnfollowed(flows)
        return block
    }

    /// Decides an input of a leg, with all that this brings to other legs.
    mutating func take(_ input: LegInput, hearing word: HeardWord? = nil, among flows: inout [LegFlow]) {
        // An interrupted order gets its `otherwise` only once all interrupted orders are given up.
        let isEnding = input.input.isLimit && configuration.nextUntold(among: flows) == nil
        if input.input.origin == .restored { configuration.returning?.tell(input.place) }
        isAsked = input.input.origin == .command
        let first = decisions.count
        let asked = configuration.openOrders(of: input.place, among: flows).map(\.effect)
        let word = word ?? flows[configuration.legs[input.place].flow].unmodelledWord(in: input.input)
        hearer = word.map { _ in input.place }
        decide(input.input, in: input.place, hearing: word, among: &flows)
        if input.input.origin == .restored, decisions[first].disposition == .taken {
            giveUp(asked, of: input.place, flows)
        }
        decideOwed(among: &flows)
        removeUnfollowed(flows)
        holdEffectsBack(isEnding: isEnding, flows)
    }

    /// Lets a run that has come back go on: no deadline is overdue any more, so what is still to be performed is performed.
    mutating func goOn(among flows: [LegFlow]) {
        configuration.returning?.mayBeOverdue = false
        holdEffectsBack(isEnding: true, flows)
    }

    /// Gives up what a leg had ordered before a row for `restored` led it to a state: the orders that wait for an answer get their
    /// `otherwise`. `asked`: the effects that were open just before.
    private mutating func giveUp(_ asked: [Int], of place: Int, _ flows: [LegFlow]) {
        guard var returning = configuration.returning else { return }
        for order in configuration.openOrders(of: place, among: flows)
        where asked.contains(order.effect) && !effects.contains(order) {
            if let given = returning.orders.firstIndex(of: order) {
                returning.orders.remove(at: given)
            } else if let given = returning.newOrders.firstIndex(of: order) {
                returning.newOrders.remove(at: given)
            } else {
                continue
            }
            returning.interrupted = (returning.interrupted + [order]).eachOnce
        }
        configuration.returning = returning
    }

    /// Keeps the effects of a run that comes back until all is decided, and then lets them go.
    ///
    /// An order that lacks a value which is gone cannot be performed, and gets its `otherwise` like those of the process before.
    /// `isEnding`: whether the orders of the process before were given up already, so that theirs comes or came. Then the `otherwise` of a
    /// new order that lacks a value comes only after the return, when its handler would begin.
    private mutating func holdEffectsBack(isEnding: Bool, _ flows: [LegFlow]) {
        guard var returning = configuration.returning else { return }
        let ordered = effects
        // The older one of two orders of an effect, and an order that is closed, gets no `otherwise` and is not performed.
        returning.interrupted.removeAll { order in
            ordered.contains { $0.closes(order) } || !isOpen(order, flows)
        }
        returning.orders.removeAll { order in
            order.isAwaited && (ordered.contains { $0.closes(order) } || !isOpen(order, flows))
        }
        let impossible = ordered.filter { $0.isIncomplete && !isEnding }
        returning.interrupted =
            (returning.interrupted + impossible.filter(\.isAwaited)).eachOnce
        returning.newOrders = (returning.newOrders + ordered.filter { !impossible.contains($0) })
            .followed(among: flows)
        configuration.returning = returning
        effects = []
        guard configuration.hasReturned(among: flows) else { return }
        effects = (returning.orders + returning.newOrders).followed(among: flows)
        configuration.returning = nil
        hasReturned = true
    }

    /// Whether a leg still waits for the answer to the order.
    private func isOpen(_ order: LegEffect, _ flows: [LegFlow]) -> Bool {
        guard let place = order.place else { return false }
        return flows[order.flow].system.openEffects(in: configuration.legs[place].position).contains(order.effect)
    }

    /// Decides what the steps so far owe to other legs, and what this owes in turn, until nothing is owed.
    private mutating func decideOwed(among flows: inout [LegFlow]) {
        while !owed.isEmpty {
            if let (leg, word) = nextRetained(flows) {
                decideRetained(word, in: leg, among: &flows)
                continue
            }
            switch owed.removeFirst() {
            case .begin(let flow, let parent, let command, let arguments, let chosen):
                // The leg begins first, with all that its beginning brings.
                owed.insert(.command(command, arguments: arguments, to: configuration.legs.count), at: 0)
                begin(flow, of: parent, choosing: chosen, among: &flows)
            case .command(let command, let arguments, let leg):
                guard !isEnded(leg, flows) else { continue }
                decide(.command(command, arguments), in: leg, among: &flows)
            case .cancel(let leg):
                guard !isEnded(leg, flows), let cancel = cancel(of: leg, flows) else { continue }
                decide(cancel, in: leg, among: &flows)
            case .final(let leg):
                guard let (event, parent) = ending(of: leg, flows) else { continue }
                configuration.legs[leg].parent = nil
                if parent == 0 { met.append(.ending(event.fields, event: event.event)) }
                decide(event, in: parent, hearing: echo(for: parent, flows), among: &flows)
            }
        }
    }

    /// Where a leg's first command is what is owed next: the leg, with the next retained word that it hears before the command; nil where
    /// none is left.
    ///
    /// At its next call a run also tells a leg the words that it missed because a newer leg heard them. The search does not follow this:
    /// two legs that hear one word are a finding (`rival`).
    private mutating func nextRetained(_ flows: [LegFlow]) -> (leg: Int, word: Int)? {
        guard case .command(_, arguments: _, to: let leg)? = owed.first, !isEnded(leg, flows) else { return nil }
        let retains = flows[configuration.legs[leg].flow].retains
        var words = unheard[leg] ?? configuration.retained.filter { retains[$0] }[...]
        defer { unheard[leg] = words }
        return words.popFirst().map { (leg, $0) }
    }

    /// Tells a leg a word that was said before it began; nobody asks whether the leg accepts a success of that time.
    private mutating func decideRetained(_ word: Int, in leg: Int, among flows: inout [LegFlow]) {
        guard var input = flows[configuration.legs[leg].flow].readings[word] else { return }
        input.stamp = .unknown
        decide(input, in: leg, hearing: HeardWord(word: word, isOld: true, isSuccess: false), among: &flows)
    }

    /// The command `cancel` for a leg whose scope was left; nil where its flow has no such command.
    private func cancel(of leg: Int, _ flows: [LegFlow]) -> FlowInput? {
        let flow = flows[configuration.legs[leg].flow]
        guard let cancel = flow.cancel else { return nil }
        return .command(cancel, flow.machine.events[cancel].signature.fields.map { _ in nil })
    }

    /// The event that tells the parent of the leg's final, with what the final keeps; nil where no parent listens any
    /// more.
    private func ending(of leg: Int, _ flows: [LegFlow]) -> (event: FlowInput, parent: Int)? {
        let ended = configuration.legs[leg]
        let flow = flows[ended.flow]
        guard let parent = ended.parent, let ending = flow.endings[flow.system.state(of: ended.position)] else {
            return nil
        }
        return (ending.input(from: flow.system.markedValues(in: ended.position), of: flow.child), parent)
    }

    private func isEnded(_ place: Int, _ flows: [LegFlow]) -> Bool {
        let leg = configuration.legs[place]
        return flows[leg.flow].system.isFinal(leg.position)
    }

    // MARK: - One leg

    /// Begins a leg of the flow. `parent`: the place of the parent's leg; nil for the root.
    private mutating func begin(
        _ flow: Int, of parent: Int?, choosing parameters: [Int: Value], among flows: inout [LegFlow]
    ) {
        flows[flow].surveyOnce()
        let begun = flows[flow].system.begin(choosing: parameters)
        configuration.legs.append(.init(flow: flow, position: begun.configuration, parent: parent))
        waiting.append(0)
        untouched.append(0)
        let place = configuration.legs.count - 1
        configuration.begun.insert(flow)
        configuration.deserted &= ~(1 << UInt64(flow))
        if flow > 0 { newLegs.insert(flow) }
        findings += flows[flow].rules.findings(on: begun, in: flow)
        met += flows[flow].rules.occasions(on: begun).map { .occasion($0) }
        met.append(.state(flows[flow].system.state(of: begun.configuration), flow: flow))
        configuration.legs[place].memory = flows[flow].system.facts.memory.bits(0, after: begun.facts)
        if flow == 0 { facts |= begun.facts }
        order(begun.effects, notPerforming: [], of: place, flows)
        note(
            begun.scopeChanges, of: place, with: flows[flow].machine.firstValues(choosing: parameters), flows)
    }

    /// Lets one leg decide an input, and notes what is found by it and what it means for other legs.
    private mutating func decide(
        _ input: FlowInput, in place: Int, hearing word: HeardWord? = nil, among flows: inout [LegFlow]
    ) {
        let (before, wasEnded) = (configuration.legs[place], isEnded(place, flows))
        let flow = before.flow
        // A leg that was left need not accept a success. If the flow left it by itself, `LegSystem.deserted` finds the
        // loss.
        var word = before.isLeft(at: place) ? word?.withoutSuccess : word
        word?.followsSuccess = accepted.has(place)
        word?.followsSuccessAbove = accepted.areAbove(place)
        let step = flows[flow].system.step(input, from: before.position)
        let state = flows[flow].system.state(of: before.position)
        let rules = flows[flow].rules
        let deadlineEnds =
            word?.asksForEnds ?? false
            ? flows[flow].system.deadlineEnds(after: input, from: before.position) : DeadlineEnds()
        findings += rules.findings(on: step, hearing: word, by: before, in: state, then: deadlineEnds)
        if accepted.has(place) || accepted.areAbove(place) { findEndsAbove(deadlineEnds, of: place, among: &flows) }
        met += rules.occasions(on: step, hearing: word, by: before).map { .occasion($0) }
        if word?.isOld == true { met.append(.waits(deadlineEnds, flow: flow)) }
        met += step.parts.map { .part($0, flow: flow) }
        met.append(.state(flows[flow].system.state(of: step.target), flow: flow))
        configuration.legs[place].position = step.target
        configuration.legs[place].success = rules.success(after: step, hearing: word, before.success)
        configuration.legs[place].memory = flows[flow].system.facts.memory.bits(before.memory, after: step.facts)
        if flow == 0 { facts |= step.facts }
        untouched[place] &= step.untouched << UInt64(flows[flow].firstObligation)
        order(step.effects, notPerforming: step.incomplete, of: place, flows)
        let reached = flows[flow].system.state(of: step.target)
        decisions.append(.init(flow: flow, event: input.event, disposition: step.disposition, state: reached))
        note(step.scopeChanges, of: place, with: flows[flow].system.values(in: before.position), flows)
        // A person who asks for something else waits for no success of a leg that was left, and after the run's end no
        // success counts.
        let isOver = place == 0 && (isAsked && step.isActedOn || isEnded(0, flows))
        if isOver || rules.success(after: step, hearing: word, before.success) == .accepted {
            configuration.deserted = 0
        }
        if !wasEnded, isEnded(place, flows), configuration.legs[place].parent != nil { owed.append(.final(place)) }
    }

    /// What a word that a leg below has heard is to this leg, where it ends the leg below at once: a word by which this leg, or one above
    /// it, may lose the success that it stands for. Nil where none of them stands for one, and where no word brings the block.
    private func echo(for place: Int, _ flows: [LegFlow]) -> HeardWord? {
        guard let hearer, hearer != place, accepted.has(place) || accepted.areAbove(place) else { return nil }
        let leg = configuration.legs[hearer]
        let isFound = isLost(by: hearer, endingIn: flows[leg.flow].system.state(of: leg.position), flows)
        return isFound ? nil : .ofNoModel
    }

    /// Whether a leg that ends so loses a success for which it stands itself. Then this is found there, and not again above it.
    private func isLost(by place: Int, endingIn state: Int, _ flows: [LegFlow]) -> Bool {
        let state = flows[configuration.legs[place].flow].machine.states[state]
        return accepted.has(place) && state.isFinal && !state.isSuccess
    }

    /// Finds the successes for which legs above the leg stand and that they lose where it comes to these ends by deadlines alone. What an
    /// end brings that comes at once, the block itself decides.
    private mutating func findEndsAbove(_ ends: DeadlineEnds, of place: Int, among flows: inout [LegFlow]) {
        // An end behind a limit is not of the block, even where the limit passes at once.
        var (below, ends) = (place, ends.soon.filter { $0.setting != nil })
        while let parent = configuration.legs[below].parent {
            let (child, leg) = (flows[configuration.legs[below].flow], configuration.legs[parent])
            let state = flows[leg.flow].system.state(of: leg.position)
            var further = DeadlineEnds()
            for end in ends where !isLost(by: below, endingIn: end.state, flows) {
                guard let ending = child.endings[end.state] else { continue }
                let told = ending.input(from: end.kept, of: child.child)
                let next = flows[leg.flow].system.deadlineEnds(after: told, from: leg.position)
                    .delayed(by: end.milliseconds)
                for end in next.all { further.add(end) }
                findings += flows[leg.flow].rules.findings(
                    byEnd: told.event, in: state, losingSuccess: accepted.has(parent), then: next)
            }
            (below, ends) = (parent, further.soon)
        }
    }

    /// Adds orders, and notes of which questions speak: those done `once`, and those that need a lane.
    ///
    /// `incomplete`: the places of orders that lack a value which is gone.
    private mutating func order(_ ordered: [Int], notPerforming incomplete: [Int], of place: Int, _ flows: [LegFlow]) {
        let flow = configuration.legs[place].flow
        for (number, effect) in ordered.enumerated() {
            let declared = flows[flow].machine.effects[effect]
            let isLast = !ordered[(number + 1)...].contains(effect)
            let isAwaited = declared.signature.replies != nil && isLast && !isEnded(place, flows)
            let order = LegEffect(
                flow: flow, effect: effect, awaitedBy: isAwaited ? place : nil,
                isIncomplete: incomplete.contains(number))
            effects.append(order)
            if !isAwaited, flows[flow].unansweredCalls.has(effect) { configuration.unfinished.begin(order) }
            if declared.signature.isOnce { met.append(.occasion(.onceOrdered)) }
            if declared.needs != nil { met.append(.occasion(.laneNeeded)) }
        }
    }

    /// Notes what a step means for sub-flows: it comes before everything that was owed, so that no leg outlives its scope.
    ///
    /// `values`: those of the leg before the step. They have its parameters; after the step these may make no
    /// difference, and be replaced by others.
    private mutating func note(
        _ changes: [ScopeChange], of place: Int, with values: [Value?], _ flows: [LegFlow]
    ) {
        let flow = flows[configuration.legs[place].flow]
        guard !flow.children.isEmpty else { return }
        var next: [Owed] = []
        for change in changes {
            switch change {
            case .begins(let child, let command, let arguments):
                next.append(
                    .begin(
                        flow: flow.children[child], of: place, command: command, arguments: arguments,
                        choosing: flow.machine.children[child].chosen(by: values)))
            case .leaves(let child):
                let left = configuration.legs.lastIndex { $0.parent == place && $0.flow == flow.children[child] }
                guard let left else {
                    // A final leaves the scope in the very step that ordered the beginning.
                    next.removeAll { $0.begins(flow.children[child], of: place) }
                    continue
                }
                configuration.legs[left].parent = nil
                configuration.legs[left].success = .notYetTold
                let isLive = !isEnded(left, flows) && !isEnded(0, flows)
                if !isAsked, isLive, flows[flow.children[child]].hearsSuccess {
                    configuration.deserted.insert(flow.children[child])
                }
                next.append(.cancel(left))
            case .asks, .frees: break
            }
        }
        owed.insert(contentsOf: next, at: 0)
    }

    /// Removes legs that have ended, legs that were left and are followed as a newer one, and the oldest of too many
    /// that were left.
    ///
    /// The root stays also when it has ended, because every configuration has it at the first place.
    private mutating func removeUnfollowed(_ flows: [LegFlow]) {
        guard configuration.legs.count > 1 else { return }
        var kept: [Int] = []
        for (place, leg) in configuration.legs.enumerated().reversed() where place == 0 || !isEnded(place, flows) {
            if configuration.isRepeated(place, among: flows) {
                untouched[place] = 0
                continue
            }
            let newer = kept.count { configuration.legs[$0].flow == leg.flow && configuration.legs[$0].isLeft(at: $0) }
            if leg.isLeft(at: place), newer >= LegsConfiguration.greatestLeftCount {
                findings.append(Finding(flow: leg.flow, content: .tooManyLeft))
                untouched[place] = 0
                continue
            }
            kept.append(place)
        }
        kept.reverse()
        guard kept.count < configuration.legs.count else { return }
        configuration.legs = kept.map { place in
            var leg = configuration.legs[place]
            leg.parent = leg.parent.flatMap { kept.firstIndex(of: $0) }
            return leg
        }
        effects = effects.movingUp(kept)
        configuration.returning?.moveUp(kept)
    }
}

extension Returning {
    /// The leg at this place is told `restored`, and deadlines are overdue no more.
    fileprivate mutating func tell(_ place: Int) {
        legsToTell &= ~(1 << UInt64(place))
        mayBeOverdue = false
    }

    /// Renumbers the legs: those at these places stay and move up, the others are gone.
    fileprivate mutating func moveUp(_ places: [Int]) {
        let before = legsToTell
        legsToTell = places.enumerated().reduce(into: 0) { if before.has($1.element) { $0.insert($1.offset) } }
        interrupted = interrupted.movingUp(places)
        orders = orders.movingUp(places)
        newOrders = newOrders.movingUp(places)
    }
}

extension LegsConfiguration {
    /// The place of the next leg that is told `restored`, with the event; nil where none is.
    func nextUntold(among flows: [LegFlow]) -> (place: Int, event: Int)? {
        guard let returning else { return nil }
        for (place, leg) in legs.enumerated()
        where returning.legsToTell.has(place) && !flows[leg.flow].system.isFinal(leg.position) {
            if let event = flows[leg.flow].machine.restoredEvent { return (place, event) }
        }
        return nil
    }

    /// Whether nothing is left to be decided at once.
    func hasReturned(among flows: [LegFlow]) -> Bool { !isStillDeciding(among: flows) && !mayLoseCalls(among: flows) }

    /// Whether a leg is still to be told `restored`, or an order to get its `otherwise`.
    func isStillDeciding(among flows: [LegFlow]) -> Bool {
        nextUntold(among: flows) != nil || returning?.interrupted.isEmpty == false
    }

    /// Whether a deadline may be overdue that closes an order before the order makes its call to a provider again.
    private func mayLoseCalls(among flows: [LegFlow]) -> Bool {
        guard let returning, returning.mayBeOverdue else { return false }
        return returning.orders.contains { $0.isAwaited && flows[$0.flow].calls[$0.effect] != nil }
    }
}

extension [LegEffect] {
    /// The orders where the legs at these places stay and move up, and the others are gone.
    fileprivate func movingUp(_ places: [Int]) -> [LegEffect] {
        map { order in
            var order = order
            order.place = order.place.flatMap { places.firstIndex(of: $0) }
            return order
        }
    }
}

extension FlowInput {
    fileprivate static func command(_ command: Int, _ arguments: [Value?]) -> FlowInput {
        FlowInput(origin: .command, event: command, fields: arguments, isOwed: true)
    }
}
