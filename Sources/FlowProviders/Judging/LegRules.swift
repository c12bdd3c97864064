import FlowLanguage
import FlowMachine
import KeywayCore

/// A provider's word as a leg hears it.
struct HeardWord {
    /// By its position among all words; nil for a callback of which no model speaks.
    var word: Int?
    /// Whether it is of an earlier attempt, leg or run (rule 29e).
    var isOld: Bool
    /// Whether it tells a success.
    var isSuccess: Bool
    /// Whether the leg stands for a success: it, or a leg below that it still listens to, has accepted one before (`AcceptedSuccesses`).
    var followsSuccess = false
    /// Whether the leg itself does not, but a leg above it stands for a success.
    var followsSuccessAbove = false

    /// A callback of which no model speaks: nobody says what it tells, or of which attempt it is.
    static let ofNoModel = HeardWord(word: nil, isOld: false, isSuccess: false)

    /// The same word without its success, for a leg that was left: nobody asks whether such a leg accepts one.
    var withoutSuccess: HeardWord { HeardWord(word: word, isOld: isOld, isSuccess: false) }

    /// Whether rule 30 asks to which finals the word leads: it is of an earlier attempt, or comes after a success.
    var asksForEnds: Bool { isOld || followsSuccess || followsSuccessAbove }
}

/// Holds every step of one flow against rule 30 and the requirements of its spec.
struct LegRules {
    /// By its position among the flows of the run.
    private let flow: Int
    private let demands: DemandMasks
    /// For each state and final whether it is a `success`.
    private let isGoodEnd: [Bool]

    init(of machine: Machine, at flow: Int, facts: FactTable) {
        self.flow = flow
        demands = DemandMasks(facts)
        isGoodEnd = machine.states.map(\.isSuccess)
    }

    /// What is found by the beginning of a leg of the flow.
    func findings(on beginning: FlowBeginning, in flow: Int) -> [Finding] {
        var found = demands.findings(on: beginning.facts, after: 0, ends: false)
        if let effect = beginning.waitsForItself { found.append(.waitsForItself(effect: effect)) }
        return found.map { Finding(flow: flow, content: $0) }
    }

    /// What is found by a step of a leg that was in this state before.
    ///
    /// `ends`: the finals to which the step may lead where nothing else comes; none where it leads to none, or was not asked for.
    func findings(
        on step: FlowStep, hearing word: HeardWord?, by leg: LegsConfiguration.Leg, in state: Int,
        then ends: DeadlineEnds
    ) -> [Finding] {
        var found = demands.findings(on: step.facts, after: leg.memory, ends: step.end != nil)
        if let effect = step.waitsForItself { found.append(.waitsForItself(effect: effect)) }
        if let word {
            found += findings(on: step, hearing: word, leg, state, then: ends)
        } else if step.isAnswer {
            found += decision(of: step, in: state)
        }
        return found.map { Finding(flow: flow, content: $0) }
    }

    /// What is found where no row decided the step.
    private func decision(of step: FlowStep, in state: Int) -> [Finding.Content] {
        switch step.decision {
        case .row: []
        case .other: [.claimFell(state: state, event: step.event)]
        case .nobody: [.undecided(state: state, event: step.event)]
        }
    }

    private func findings(
        on step: FlowStep, hearing word: HeardWord, _ leg: LegsConfiguration.Leg, _ state: Int, then ends: DeadlineEnds
    ) -> [Finding.Content] {
        let event = step.event
        var found = decision(of: step, in: state)
        if tellsFirstSuccess(word, step, leg.success), !accepts(step) {
            found.append(.successLost(state: state, event: event))
        }
        if word.followsSuccess, let undone = successUndone(by: event, in: state, then: ends) {
            found.append(undone)
        } else if word.followsSuccess || word.followsSuccessAbove, !ends.isWhole {
            found.append(.unfollowed(.laterWords, state: state, event: event))
        }
        if word.isOld, let end = ends.soon.first {
            found.append(.endedByOldWord(state: state, event: event, wait: end.milliseconds))
        } else if word.isOld, !ends.isWhole {
            found.append(.unfollowed(.oldWords, state: state, event: event))
        }
        return found
    }

    /// What is found where an event leads to one of these ends after a success; nil where each is good, or comes late.
    private func successUndone(by event: Int, in state: Int, then ends: DeadlineEnds) -> Finding.Content? {
        ends.soon.first { !isGoodEnd[$0.state] }.map {
            .successUndone(state: state, event: event, wait: $0.milliseconds)
        }
    }

    /// What is found where a sub-flow would end by this event, some time after a word, and lead to these ends.
    ///
    /// `losesSuccess`: whether the leg stands for a success; else a leg above it does.
    func findings(
        byEnd event: Int, in state: Int, losingSuccess losesSuccess: Bool, then ends: DeadlineEnds
    ) -> [Finding] {
        var found = losesSuccess ? successUndone(by: event, in: state, then: ends) : nil
        if found == nil, !ends.isWhole { found = .unfollowed(.laterWords, state: state, event: event) }
        return found.map { [Finding(flow: flow, content: $0)] } ?? []
    }

    /// What questions speak of and the beginning shows.
    func occasions(on beginning: FlowBeginning) -> [Occasion] { occasions(of: beginning.facts) }

    /// The requirements that ask something of these facts, as what questions speak of.
    private func occasions(of facts: UInt64) -> [Occasion] {
        demands.antecedents(of: facts).map { .asked(flow: flow, requirement: $0) }
    }

    /// What questions speak of and the step shows.
    func occasions(
        on step: FlowStep, hearing word: HeardWord?, by leg: LegsConfiguration.Leg
    ) -> [Occasion] {
        var occasions = occasions(of: step.facts)
        if step.end != nil { occasions.append(.ended(flow: flow)) }
        guard let word else { return occasions + (step.isAnswer ? [.answered] : []) }
        if let word = word.word { occasions.append(.told(word: word)) }
        // A callback of which no model speaks and that nobody reads is no occasion where the flow goes nowhere by it.
        guard word.word != nil || step.disposition != .unrecognised else { return occasions }
        occasions.append(.answered)
        if word.isOld { occasions.append(.oldWordTold(flow: flow)) }
        if word.followsSuccess || word.followsSuccessAbove { occasions.append(.wordAfterSuccess(flow: flow)) }
        if tellsFirstSuccess(word, step, leg.success) { occasions.append(.successTold(flow: flow)) }
        return occasions
    }

    /// What a live leg has been told of success after a step.
    func success(
        after step: FlowStep, hearing word: HeardWord?, _ before: LegsConfiguration.Success
    ) -> LegsConfiguration.Success {
        guard let word else { return before }
        if tellsFirstSuccess(word, step, before) { return accepts(step) ? .accepted : .lost }
        // No later word may undo a stale success either, once a row took it.
        return before == .notYetTold && word.isSuccess && accepts(step) ? .staleAccepted : before
    }

    /// Whether the word is the first success that the leg is told and has to accept; a stale one need not be, as it belongs to another
    /// call.
    private func tellsFirstSuccess(
        _ word: HeardWord, _ step: FlowStep, _ before: LegsConfiguration.Success
    ) -> Bool {
        (before == .notYetTold || before == .staleAccepted) && word.isSuccess && !step.isStale
    }

    /// Whether a success is accepted: taken, or stayed with something done (rule 29f), and not in a final that is no `success`.
    private func accepts(_ step: FlowStep) -> Bool {
        step.isActedOn && (step.end.map { isGoodEnd[$0] } ?? true)
    }
}
