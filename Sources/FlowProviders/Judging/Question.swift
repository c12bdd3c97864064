import FlowMachine

/// What is asked of a product: a part of rule 30, a requirement of a spec, or what goes without saying.
struct Question {
    var name: String
    /// Whether a finding breaks it.
    var isBroken: (Finding) -> Bool
    /// The position of the root's requirement that must be so sometimes.
    var wanted: Int?
    /// The bit of what must be so at last.
    var expected: Int?
    /// Whether every run must end.
    var demandsEnd = false
    /// Whether it is asked so that all other answers hold.
    var bearsOthers = false
}

extension Product {
    /// Everything that is asked, in the order in which it is told.
    var questions: [Question] {
        var questions = [Question(name: Part.ending.name, isBroken: { $0.content.isNoEnding }, demandsEnd: true)]
        let confirmations = legs.flows.map(\.system.facts.confirmations)
        if confirmations.contains(where: { !$0.isEmpty }) {
            questions.append(
                Question(name: Part.confirmation.name) { finding in
                    guard case .broken(let requirement) = finding.content else { return false }
                    return confirmations[finding.flow].contains(requirement)
                })
        }
        if !providers.isEmpty {
            questions += [
                Question(name: Part.firstSuccess.name) { if case .successLost = $0.content { true } else { false } },
                Question(name: Part.laterWords.name) { if case .successUndone = $0.content { true } else { false } },
                Question(name: Part.oldWords.name) { if case .endedByOldWord = $0.content { true } else { false } },
                Question(name: Part.claims.name) { if case .claimFell = $0.content { true } else { false } },
                Question(name: "nothing that is done once is begun twice") {
                    if case .begunTwice = $0.content { true } else { false }
                },
                Question(name: "every word is read") { if case .unread = $0.content { true } else { false } },
            ]
        }
        if !providers.isEmpty, legs.flows.count > 1 {
            questions.append(
                Question(
                    name: "an SDK speaks to one leg at a time",
                    isBroken: { if case .rival = $0.content { true } else { false } }, bearsOthers: true))
        }
        questions.append(
            Question(name: "every cell is decided") { if case .undecided = $0.content { true } else { false } })
        if legs.flows.contains(where: { !$0.machine.lanes.isEmpty }) {
            questions.append(
                Question(name: "nothing waits for itself") {
                    if case .waitsForItself = $0.content { true } else { false }
                })
        }
        for (provider, model) in legs.words.models.enumerated() {
            questions += model.requirements.enumerated().map { position, demand in
                let broken = Finding.Content.misused(provider: provider, requirement: position)
                return Question(name: "\(model.title): \(demand.text)") { $0.content == broken }
            }
        }
        for (flow, leg) in legs.flows.enumerated() {
            for (position, demand) in leg.system.facts.demands.enumerated() where demand.isWritten {
                if let question = question(demand, position, of: flow) { questions.append(question) }
            }
        }
        return questions
    }

    /// Of a leg nothing is asked that must be so some day: its parent may leave it before.
    private func question(_ demand: FactTable.Demand, _ position: Int, of flow: Int) -> Question? {
        let leg = legs.flows[flow].name.map { "\($0): " } ?? ""
        var question = Question(name: leg + demand.text) { finding in
            finding.flow == flow
                && (finding.content == .broken(requirement: position)
                    || finding.content == .endedBefore(requirement: position))
        }
        switch demand.content {
        case .sometimes: question.wanted = position
        case .eventually(let bit): question.expected = bit
        case .always, .never, .onlyAfter, .latest: return question
        }
        return flow == 0 ? question : nil
    }
}

extension Finding.Content {
    fileprivate var isNoEnding: Bool {
        switch self {
        case .silence, .noEnd: true
        default: false
        }
    }
}
