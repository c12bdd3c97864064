import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// One leg of a run, held against its requirements and against rule 30.
struct LegWatch: Sendable {
    /// What the leg was told of success.
    private enum Success {
        case notYetTold, accepted, lost
    }

    /// What the leg is to the leg that began it.
    struct Role: Equatable, Sendable {
        /// By its position among the legs of the run.
        var parent: Int
        /// The sub-flow, by its position in the parent's flow.
        var child: Int
    }

    /// Nil for the root.
    let role: Role?
    let machine: Machine
    private(set) var state: Int
    /// How the leg stands, as the next step may be compared with; nil before its beginning is seen.
    private(set) var standing: Moment.Before?
    private var requirements: [RequirementWatch] = []
    private var success = Success.notYetTold
    /// What the last word has begun; nil once anything has come that does not follow from the word.
    private var silence: Silence?
    /// Whether its scope was left, so that nobody asks any more what it makes of a success.
    private var isLeft = false
    /// The lanes, by position, that the leg holds or has asked for.
    private var lanes: Set<Int> = []
    private let isGoodEnd: [Bool]
    /// Whether anything is claimed of the leg: where no model is given, the explorer goes into no sub-flow.
    private let isExplored: Bool

    init(_ machine: Machine, named name: String?, as role: Role? = nil, at state: Int, isExplored: Bool) {
        self.role = role
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
            // What a success is entered only after is part ii of rule 30 as well.
            guard case .onlyAfter(.states(let ends), _, since: _) = requirement.content,
                !Set(ends).isDisjoint(with: successes)
            else { continue }
            guarded.formUnion(ends)
            requirements.append(RequirementWatch("30.ii", requirement.content))
        }
        for success in successes where !guarded.contains(success) {
            requirements.append(RequirementWatch("30.ii", .quantified(.never, .states([success]))))
        }
    }

    var isEnded: Bool { machine.states[state].isFinal }

    /// Its scope was left.
    mutating func leave() {
        isLeft = true
        success = .notYetTold
    }

    /// Holds the requirements against a moment.
    mutating func see(_ moment: Moment) -> (broken: [String], witnessed: [String]) {
        // A beginning in a final state is seen; a moment behind the end is not.
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

    /// Holds parts iii to v of rule 30 against a model's word that a live leg is told.
    mutating func hear(_ word: HeardWord, _ told: EventRecord, _ step: RunStep) -> [String] {
        let begun = Silence(
            after: step, timersBefore: standing?.timers ?? [], isOld: word.isOld, followsSuccess: success == .accepted)
        let end = end(of: step)
        silence = end == nil ? begun : nil
        let broken = end.map { begun.partsBroken(endingWell: isGoodEnd[$0]) } ?? []
        guard !isLeft, success == .notYetTold, word.isSuccess, told.stamp != .stale else { return broken }
        // By rule 29f; the step is acted on if it was `taken`, or `stayed` with a body.
        let isTaken = step.isActedOn && end.map { isGoodEnd[$0] } ?? true
        success = isTaken ? .accepted : .lost
        return isTaken ? broken : broken + ["30.iii"]
    }

    /// Holds parts iv and v of rule 30 against any step of a live leg: a word may end the leg in silence.
    mutating func goOn(with step: RunStep) -> [String] {
        guard var silence else { return [] }
        self.silence = nil
        guard silence.goesOn(with: step, of: machine, timersBefore: standing?.timers ?? []) else { return [] }
        if let end = end(of: step) { return silence.partsBroken(endingWell: isGoodEnd[end]) }
        self.silence = silence
        return []
    }

    /// The final in which the step ends the leg; nil where the leg goes on.
    private func end(of step: RunStep) -> Int? {
        machine.states[step.outcome.state].isFinal ? step.outcome.state : nil
    }

    // MARK: - Lanes

    /// Whether an effect is ordered that needs a lane in which the leg itself stands (rule 19).
    mutating func waitsForItself(_ changes: [ScopeChange], ordering orders: [EffectOrder]) -> Bool {
        for change in changes {
            switch change {
            case .asks(let lane): lanes.insert(lane)
            case .frees(let lane): lanes.remove(lane)
            case .begins, .leaves: break
            }
        }
        guard isExplored else { return false }
        let owners = lanes.map { machine.lanes[$0].provider.text }
        return orders.contains { order in
            machine.effects[order.effect].needs.map { owners.contains(machine.lanes[$0].provider.text) } ?? false
        }
    }

    // MARK: - Cells

    /// The rule that is broken because no row of the state's scopes names the event; nil where none is broken.
    ///
    /// `claimsCount`: whether the event came in a way that claims deny, so that a claim covering it is broken (30.vi).
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
        // Of a flow that has no source nobody asks what it does with what it cannot read.
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
