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

    /// Nil for the root.
    let name: String?
    let machine: Machine
    private(set) var state: Int
    /// How the leg stands, as the next step may be compared with; nil before its beginning is seen.
    private(set) var standing: Moment.Before?
    private var requirements: [RequirementWatch] = []
    private var success = Success.notYetTold
    /// Whether its scope was left, so that nobody asks any more what it makes of a success.
    private var isLeft = false
    /// The lanes, by position, that the leg holds or has asked for.
    private var lanes: Set<Int> = []
    private let isGoodEnd: [Bool]
    /// Whether anything is claimed of the leg: where no model is given, the explorer goes into no sub-flow.
    private let isExplored: Bool

    init(_ machine: Machine, named name: String?, at state: Int, isExplored: Bool) {
        self.name = name
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
    ///
    /// - Parameter isActedOn: whether the leg made something of the word: `taken`, or `stayed` with a body (rule 29f).
    mutating func hear(_ word: HeardWord, _ told: EventRecord, _ isActedOn: Bool) -> [String] {
        var broken: [String] = []
        let end = machine.states[told.outcome.state].isFinal ? told.outcome.state : nil
        if success == .accepted, let end, !isGoodEnd[end] { broken.append("30.iv") }
        if word.isOld, end != nil { broken.append("30.v") }
        guard !isLeft, success == .notYetTold, word.isSuccess, told.stamp != .stale else { return broken }
        let isTaken = isActedOn && end.map { isGoodEnd[$0] } ?? true
        success = isTaken ? .accepted : .lost
        return isTaken ? broken : broken + ["30.iii"]
    }

    // MARK: - Lanes

    /// Whether an effect is ordered that needs a lane in which the leg itself stands (rule 19).
    mutating func waitsForItself(_ step: RunStep) -> Bool {
        for change in step.scopeChanges {
            switch change {
            case .asks(let lane): lanes.insert(lane)
            case .frees(let lane): lanes.remove(lane)
            case .begins, .leaves: break
            }
        }
        guard isExplored else { return false }
        let owners = lanes.map { machine.lanes[$0].provider.text }
        return step.orders.contains { order in
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
