import FlowMachine
import KeywayCore

/// What is asked of a product: a part of rule 30, a requirement of a spec, or what every product must keep.
struct Question {
    /// What a report calls it: `30.i`, the text of a requirement, or a sentence as `every word is read`.
    var name: String
    /// Whether a finding breaks it.
    var isBroken: (Finding) -> Bool
    /// Whether a finding says that the search did not follow all that may break it.
    var isLeftOpen: (Finding) -> Bool = { _ in false }
    /// The position of the root's `sometimes` requirement that is asked; nil for any other question.
    var wanted: Int?
    /// The bit of the fact that must be so at last, by an `eventually` requirement of the root; nil for any other question.
    var expected: Int?
    /// Whether every run must end.
    var demandsEnd = false
    /// Whether all other answers rest on this one: where it is broken, all are `unproved`.
    var isPrecondition = false
    /// How often what the question speaks of came about.
    ///
    /// Nil where it is not counted: the question speaks of every configuration, or is a requirement of a sub-flow. For
    /// a model's requirement it is how many of the model's configurations were reached, without the first.
    var occasions: Int?

    /// Whether the finding says that the question is broken, or why it has no answer.
    func isAnswered(by finding: Finding) -> Bool { isBroken(finding) || isLeftOpen(finding) }
}

extension Product {
    /// Everything that is asked, in the order in which it is told.
    var questions: [Question] {
        var questions = [
            Question(name: CommonGuarantee.ending.name, isBroken: { $0.content.isNoEnding }, demandsEnd: true)
        ]
        let confirmations = legs.flows.map(\.system.facts.confirmations)
        if confirmations.contains(where: { !$0.isEmpty }) {
            let asked = confirmations.enumerated().flatMap { flow, demands in
                demands.compactMap { occasions(of: $0, of: flow) }
            }
            questions.append(
                Question(
                    name: CommonGuarantee.confirmation.name,
                    isBroken: { finding in
                        guard case .broken(let requirement) = finding.content else { return false }
                        return confirmations[finding.flow].contains(requirement)
                    }, occasions: asked.isEmpty ? nil : asked.reduce(0, +)))
        }
        questions += questionsAboutWords
        if recovery != nil, legs.flows.contains(where: { $0.machine.effects.contains(where: \.signature.isOnce) }) {
            questions.append(
                Question(
                    name: "nothing that is done once is begun twice",
                    isBroken: { if case .begunTwice = $0.content { true } else { false } },
                    occasions: legs.evidence.count(of: .onceOrdered)))
        }
        if !providers.isEmpty, legs.flows.count > 1 {
            questions.append(
                Question(
                    name: "an SDK speaks to one leg at a time",
                    isBroken: { if case .rival = $0.content { true } else { false } }, isPrecondition: true))
        }
        if findings.order.contains(where: { $0.content == .tooManyLeft }) {
            questions.append(
                Question(
                    name: "legs that last after they were left are few enough to follow",
                    isBroken: { $0.content == .tooManyLeft }, isPrecondition: true))
        }
        questions.append(
            Question(
                name: "every cell is decided", isBroken: { if case .undecided = $0.content { true } else { false } }))
        if legs.flows.contains(where: { !$0.machine.lanes.isEmpty }) {
            questions.append(
                Question(
                    name: "nothing waits for itself",
                    isBroken: { if case .waitsForItself = $0.content { true } else { false } },
                    occasions: legs.evidence.count(of: .laneNeeded)))
        }
        for (provider, model) in legs.words.models.enumerated() {
            questions += model.requirements.enumerated().map { position, demand in
                let broken = Finding.Content.misused(provider: provider, requirement: position)
                return Question(
                    name: "\(model.title): \(demand.text)", isBroken: { $0.content == broken },
                    occasions: providers[provider].furtherConfigurations)
            }
        }
        for (flow, leg) in legs.flows.enumerated() {
            for (position, demand) in leg.system.facts.demands.enumerated() where demand.isWritten {
                if let question = question(demand, position, of: flow) { questions.append(question) }
            }
        }
        return questions
    }

    /// What is asked of a flow that hears a provider; of success only where the provider tells one.
    private var questionsAboutWords: [Question] {
        guard !providers.isEmpty else { return [] }
        let flows = legs.flows.indices
        func count(_ occasion: (Int) -> Occasion) -> Int {
            flows.reduce(0) { $0 + legs.evidence.count(of: occasion($1)) }
        }
        let entries = legs.words.entries
        var questions: [Question] = []
        if entries.contains(where: \.isSuccess) {
            let told = count { .successTold(flow: $0) }
            questions.append(
                Question(
                    name: CommonGuarantee.firstSuccess.name, isBroken: { $0.content.isLostSuccess }, occasions: told))
            // Where no word comes after a success nothing can undo it.
            let later = count { .wordAfterSuccess(flow: $0) }
            let laterWords = Question(
                name: CommonGuarantee.laterWords.name,
                isBroken: { if case .successUndone = $0.content { true } else { false } },
                isLeftOpen: { $0.content.leavesOpen(.laterWords) }, occasions: later)
            if told == 0 || later > 0 || findings.order.contains(where: laterWords.isAnswered(by:)) {
                questions.append(laterWords)
            }
        }
        // Where no provider says anything of an earlier attempt nothing can end a run by it.
        let old = count { .oldWordTold(flow: $0) }
        if old > 0 || legs.words.models.contains(where: { $0.rows.contains { $0.readsGhost } }) {
            questions.append(
                Question(
                    name: CommonGuarantee.oldWords.name,
                    isBroken: { if case .endedByOldWord = $0.content { true } else { false } },
                    isLeftOpen: { $0.content.leavesOpen(.oldWords) }, occasions: old))
        }
        questions.append(
            Question(
                name: CommonGuarantee.claims.name,
                isBroken: { if case .claimFell = $0.content { true } else { false } },
                occasions: legs.evidence.count(of: .answered)))
        if !entries.isEmpty {
            questions.append(
                Question(
                    name: "every word is read", isBroken: { if case .unread = $0.content { true } else { false } },
                    occasions: entries.indices.reduce(0) { $0 + legs.evidence.count(of: .told(word: $1)) }))
        }
        return questions
    }

    /// How often what a requirement asks something of came about; nil where it asks it of every moment.
    private func occasions(of demand: Int, of flow: Int) -> Int? {
        switch legs.flows[flow].system.facts.demands[demand].content {
        case .onlyAfter, .latest, .onlyWith, .neverWithin, .atMost:
            legs.evidence.count(of: .asked(flow: flow, requirement: demand))
        case .eventually: legs.evidence.count(of: .ended(flow: flow))
        case .always, .never, .sometimes: nil
        }
    }

    /// The question of a requirement; nil for a sub-flow's `sometimes` or `eventually`, as the parent may leave it
    /// before.
    private func question(_ demand: Demand, _ position: Int, of flow: Int) -> Question? {
        let leg = legs.flows[flow].name.map { "\($0): " } ?? ""
        // A sub-flow's occasions do not count: what it never comes to below this parent is tried where it is explored
        // alone.
        var question = Question(
            name: leg + demand.text,
            isBroken: { finding in
                finding.flow == flow
                    && (finding.content == .broken(requirement: position)
                        || finding.content == .endedBefore(requirement: position))
            }, occasions: flow == 0 ? occasions(of: position, of: flow) : nil)
        switch demand.content {
        case .sometimes: question.wanted = position
        case .eventually(let bit): question.expected = bit
        case .always, .never, .onlyAfter, .latest, .onlyWith, .neverWithin, .atMost: return question
        }
        return flow == 0 ? question : nil
    }
}

extension Finding.Content {
    fileprivate var isLostSuccess: Bool {
        switch self {
        case .successLost, .successDeserted: true
        default: false
        }
    }

    fileprivate func leavesOpen(_ guarantee: CommonGuarantee) -> Bool {
        if case .unfollowed(guarantee, state: _, event: _) = self { true } else { false }
    }

    fileprivate var isNoEnding: Bool {
        switch self {
        case .silentWait, .noEnd: true
        default: false
        }
    }
}
