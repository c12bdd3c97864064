import FlowLanguage
import FlowMachine
import Keyway

/// Holds every step and configuration against rule 30 and the requirements of the spec.
struct Judge {
    private(set) var findings: Findings
    /// The timers and open effects that every step so far left alone that did not end a run.
    private(set) var alwaysUntouched = UInt64.max
    private let events: [Int]
    private let isSuccess: [Bool]
    private let isUnread: [Bool]
    private let isGoodEnd: [Bool]

    init(of machine: Machine, facts: FactTable, words: [FlowInput], model: ProviderModel?) {
        findings = Findings(facts: facts)
        events = words.map(\.event)
        isSuccess = model?.words.map(\.isSuccess) ?? []
        isUnread = words.enumerated().map { position, input in
            input.event == machine.unrecognised && !(model?.words[position].isMeantToBeUnread ?? false)
        }
        let demanded = facts.endsThatNeedACause
        isGoodEnd = machine.states.indices.map {
            demanded.contains($0) || machine.states[$0].name.text == "authenticated"
        }
    }

    mutating func begin(at configuration: ProductConfiguration, _ facts: UInt64) {
        findings.judge(facts, after: 0, ends: false, at: configuration, nil)
    }

    mutating func note(_ finding: Finding, at configuration: ProductConfiguration) {
        findings.note(finding, at: configuration, nil)
    }

    /// What goes on in a configuration while nothing happens.
    mutating func look(at configuration: ProductConfiguration, _ condition: FlowSystem.Condition) {
        switch condition {
        case .goesOn: break
        case .isSilent(let state): findings.note(.silence(state: state), at: configuration, nil)
        case .neverEnds(let state):
            findings.note(.noEnd(state: state), at: configuration, nil)
        }
    }

    mutating func hear(
        _ step: FlowStep, _ label: ProductStep, from configuration: ProductConfiguration, state: Int
    ) {
        if step.end == nil { alwaysUntouched &= step.untouched }
        findings.judge(step.facts, after: configuration.memory, ends: step.end != nil, at: configuration, label)
        if case .told(let telling) = label {
            hear(telling, step, label, from: configuration, state: state)
        } else if step.decision != .row, let event = step.decidedEvent {
            let finding: Finding =
                step.decision == .claim
                ? .claimFell(state: state, event: event) : .undecided(state: state, event: event)
            findings.note(finding, at: configuration, label)
        }
    }

    private mutating func hear(
        _ telling: ProductStep.Telling, _ step: FlowStep, _ label: ProductStep,
        from configuration: ProductConfiguration, state: Int
    ) {
        let word = telling.word
        let event = events[word]
        if isUnread[word] { findings.note(.unread(word: word), at: configuration, label) }
        switch step.decision {
        case .row: break
        case .claim: findings.note(.claimFell(state: state, event: event), at: configuration, label)
        case .nobody: findings.note(.undecided(state: state, event: event), at: configuration, label)
        }
        if tellsFirstSuccess(telling, step, configuration.success), !accepts(step) {
            findings.note(.successLost(state: state, event: event), at: configuration, label)
        }
        guard let end = step.end else { return }
        if configuration.success == .accepted, !isGoodEnd[end] {
            findings.note(.successUndone(state: state, event: event), at: configuration, label)
        }
        if telling.isOld { findings.note(.endedByOldWord(state: state, event: event), at: configuration, label) }
    }

    /// What a live run has been told of success after a step.
    func success(
        after step: FlowStep, _ label: ProductStep, _ before: ProductConfiguration.Success
    ) -> ProductConfiguration.Success {
        guard case .told(let telling) = label, tellsFirstSuccess(telling, step, before) else { return before }
        return accepts(step) ? .accepted : .lost
    }

    /// Whether the word is the first success that the run is told; a stale one is another call's, and known to be.
    private func tellsFirstSuccess(
        _ telling: ProductStep.Telling, _ step: FlowStep, _ before: ProductConfiguration.Success
    ) -> Bool {
        before == .untold && isSuccess[telling.word] && !step.isStale
    }

    /// Whether a success is accepted: taken, or stayed with something done (rule 29f), and no end without it.
    private func accepts(_ step: FlowStep) -> Bool {
        step.isAccepted && (step.end.map { isGoodEnd[$0] } ?? true)
    }
}

extension ProviderModel.Word {
    /// A word that is named `unknown...` stands for what no flow can know, and is meant to be read by none.
    fileprivate var isMeantToBeUnread: Bool { name.text.hasPrefix("unknown") }
}
