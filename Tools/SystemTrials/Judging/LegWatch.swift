import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// Checks one leg of a run against its requirements, and against rule 30 of `Specs/README.md`: what holds for every flow.
///
/// Its parts, but for (i), which `Judge.noteRest` checks: (ii) a success is entered only after what its requirement names; (iii) the first
/// success that is told is accepted; (iv) no later word ends such a run in another final; (v) no word of an earlier attempt or run ends a
/// run by itself; (vi) claims hold.
struct LegWatch: Sendable {
    /// What became of the first success that a leg was told. `lost`: the leg did not accept it. `staleAccepted`: the leg has accepted one
    /// with the stamp of an earlier attempt, and the first of its own attempt is still to come.
    private enum Success {
        case notYetTold, staleAccepted, accepted, lost
    }

    /// What the leg is to the leg that began it.
    struct Role: Equatable, Sendable {
        /// The position of the leg that began it among the legs of the run.
        var parent: Int
        /// The sub-flow, by its position in the parent's flow.
        var child: Int
    }

    /// Nil for the root.
    let role: Role?
    /// The flow that the leg runs.
    let machine: Machine
    /// The state that the leg is in, by its position.
    private(set) var state: Int
    /// State, values and timers after the last step, with which the next is compared; nil before the leg's beginning.
    private(set) var standing: Moment.Before?
    private var requirements: [RequirementWatch] = []
    private var success = Success.notYetTold
    /// The silence behind the last word; nil once something has come that does not follow from that word.
    private var silence: Silence?
    /// Whether the leg has ended in the silence after its beginning.
    private(set) var endedInSilence = false
    /// Whether its parent has left the scope of this sub-flow: from then on no success is asked of it.
    private(set) var isLeft = false
    /// The lanes, by position, that the leg holds or has asked for.
    private var lanes: Set<Int> = []
    /// The sub-flows, by position, that the leg runs.
    private var children: Set<Int> = []
    /// For each state, whether it is a final that is a success.
    private let isGoodEnd: [Bool]
    /// Whether the explorer says anything of the leg: without models it does not go into sub-flows.
    private let isExplored: Bool

    /// - Parameter beginning: the step with which a sub-flow's leg begins; nil for the root.
    init(
        _ machine: Machine, named name: String?, as role: Role? = nil, at state: Int, beginning: RunStep? = nil,
        isExplored: Bool
    ) {
        self.role = role
        silence = beginning.map { Silence(afterBeginning: $0) }
        self.machine = machine
        self.state = state
        self.isExplored = isExplored
        let prefix = name.map { "\($0): " } ?? ""
        isGoodEnd = machine.states.map(\.isSuccess)
        guard isExplored else { return }
        let successes = machine.states.indices.filter { machine.states[$0].isSuccess }
        var guarded: Set<Int> = []
        for requirement in machine.requirements {
            requirements.append(RequirementWatch(prefix + requirement.text, requirement.content))
            // Such a requirement of a success is part ii of rule 30 as well.
            guard case .onlyAfter(.states(let ends), _, since: _) = requirement.content,
                !Set(ends).isDisjoint(with: successes)
            else { continue }
            guarded.formUnion(ends)
            requirements.append(RequirementWatch("30.ii", requirement.content))
        }
        // A success without such a requirement must not be entered at all.
        for success in successes where !guarded.contains(success) {
            requirements.append(RequirementWatch("30.ii", .quantified(.never, .states([success]))))
        }
    }

    var isEnded: Bool { machine.states[state].isFinal }

    /// Whether the leg runs and has accepted a success.
    var hasAccepted: Bool { (success == .accepted || success == .staleAccepted) && !isEnded }

    /// The parent has left the scope of this sub-flow.
    mutating func leave() {
        isLeft = true
        success = .notYetTold
    }

    /// Checks the requirements at a moment; returns the names of those that are broken, and of those that are shown to be possible.
    mutating func see(_ moment: Moment) -> (broken: [String], witnessed: [String]) {
        // A leg that begins in a final is still checked; what comes after an end is not.
        let wasEnded = isEnded && moment.before != nil
        state = moment.state
        standing = .init(state: moment.state, values: moment.values, timers: moment.timers)
        guard !wasEnded else { return ([], []) }
        var (broken, witnessed): ([String], [String]) = ([], [])
        for place in requirements.indices {
            switch requirements[place].see(moment, hasEnded: isEnded) {
            case .broken: broken.append(requirements[place].name)
            case .witnessed: witnessed.append(requirements[place].name)
            case .silent: break
            }
        }
        return (broken, witnessed)
    }

    // MARK: - Words

    /// Checks parts iii to v of rule 30 where a leg that is not over is told a word.
    ///
    /// `followsSuccess`: whether the leg, or one below it to which it listens, had accepted a success before.
    mutating func hear(
        _ word: HeardWord, _ told: EventRecord, _ step: RunStep, followsSuccess: Bool
    ) -> [String] {
        let begun = Silence(
            after: step, timersBefore: standing?.timers ?? [], isOld: word.isOld, followsSuccess: followsSuccess)
        let end = end(of: step)
        silence = end == nil ? begun : nil
        let broken = end.map { begun.partsBroken(endingWell: isGoodEnd[$0]) } ?? []
        guard !isLeft, success == .notYetTold || success == .staleAccepted, word.isSuccess else { return broken }
        // Accepted by rule 29f: the step was `taken`, or `stayed` with a body, and did not end the leg in a final that is no success.
        let isTaken = step.isActedOn && end.map { isGoodEnd[$0] } ?? true
        // A stale success belongs to another call, and need not be accepted.
        if told.stamp == .stale {
            if isTaken { success = .staleAccepted }
            return broken
        }
        success = isTaken ? .accepted : .lost
        return isTaken ? broken : broken + ["30.iii"]
    }

    /// Checks parts iv and v of rule 30 at any step of a leg that is not over: the last word may end the leg by a deadline it has set.
    ///
    /// `endsInSilence`: whether the sub-flow whose end the step tells has ended in the silence after its beginning.
    mutating func goOn(with step: RunStep, endsInSilence: Bool) -> [String] {
        guard var silence else { return [] }
        self.silence = nil
        let goesOn = silence.goesOn(
            with: step, of: machine, timersBefore: standing?.timers ?? [], endsInSilence: endsInSilence)
        guard goesOn else { return [] }
        if let end = end(of: step) {
            endedInSilence = true
            return silence.partsBroken(endingWell: isGoodEnd[end])
        }
        self.silence = silence
        return []
    }

    /// The final in which the step ends the leg; nil where the leg goes on.
    private func end(of step: RunStep) -> Int? {
        machine.states[step.outcome.state].isFinal ? step.outcome.state : nil
    }

    // MARK: - Lanes

    /// Whether an effect is ordered that needs a lane of a provider of which the leg itself holds a lane or has asked for one, or of which
    /// a sub-flow that it runs declares one, at any depth (rule 19).
    ///
    /// - Parameter event: the event of the step, which may be the end of a sub-flow; nil where the leg begins.
    mutating func waitsForItself(
        _ changes: [ScopeChange], ordering orders: [EffectOrder], at event: Int?
    ) -> Bool {
        if let event, case .child(let child) = machine.events[event].signature.origin { children.remove(child) }
        for change in changes {
            switch change {
            case .asks(let lane): lanes.insert(lane)
            case .frees(let lane): lanes.remove(lane)
            case .begins(let child, _, _): children.insert(child)
            case .leaves(let child): children.remove(child)
            }
        }
        guard isExplored else { return false }
        let flows = children.compactMap { machine.children[$0].flow?.machine }
        let owners = flows.reduce(into: Set(lanes.map { machine.lanes[$0].provider.text })) {
            $0.formUnion($1.providersOfLanes)
        }
        return orders.contains { order in
            machine.effects[order.effect].needs.map { owners.contains(machine.lanes[$0].provider.text) } ?? false
        }
    }

    // MARK: - Cells

    /// The explorer's name of what is broken because no row of the state's scopes names the event; nil where nothing is.
    ///
    /// `claimsCount`: whether the event came in a way that claims deny; then a claim that covers it is broken (30.vi).
    func undecided(_ event: Int, in state: Int, claimsCount: Bool) -> String? {
        var scope: Int? = machine.states[state].scope
        var isClaimed = false
        while let at = scope {
            if machine.rows.contains(where: { $0.scope == at && $0.event == event }) { return nil }
            if machine.scopes[at].otherRows.contains(where: { $0.verb != .reject }) { isClaimed = true }
            scope = machine.scopes[at].parent
        }
        switch machine.events[event].signature.origin {
        case .callback, .reply: return isClaimed ? claimsCount ? "30.vi" : nil : "every cell is decided"
        case .timer, .child, .lane: return "every cell is decided"
        // A flow without sources can hear no callback, so it needs no cell for those that it cannot read.
        case .unrecognised: return machine.sources.isEmpty ? nil : "every cell is decided"
        case .command, .stale, .restored: return nil
        }
    }
}

extension LegWatch.Role {
    init(_ beginning: LegBeginning) {
        self.init(parent: Int(clamping: beginning.parent), child: beginning.child)
    }
}
