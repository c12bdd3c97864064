/// What is asked of a product: a part of rule 30, a requirement of the spec, or what goes without saying.
struct Question {
    var name: String
    /// Whether a finding breaks it.
    var isBroken: (Finding) -> Bool
    /// The position of the requirement that must be so sometimes.
    var wanted: Int?
    /// The bit of what must be so at last.
    var expected: Int?
    /// Whether every run must end.
    var demandsEnd = false
}

extension Product {
    /// Everything that is asked, in the order in which it is told.
    var questions: [Question] {
        var questions = [
            Question(name: Part.ending.name, isBroken: \.isNoEnding, demandsEnd: true)
        ]
        let demands = flow.facts.demands
        if let position = demands.firstIndex(where: { $0.text == Part.confirmation.name }) {
            questions.append(Question(name: Part.confirmation.name) { $0 == .broken(requirement: position) })
        }
        if provider != nil {
            questions += [
                Question(name: Part.firstSuccess.name) { if case .successLost = $0 { true } else { false } },
                Question(name: Part.laterWords.name) { if case .successUndone = $0 { true } else { false } },
                Question(name: Part.oldWords.name) { if case .endedByOldWord = $0 { true } else { false } },
                Question(name: Part.claims.name) { if case .claimFell = $0 { true } else { false } },
                Question(name: "nothing that is done once is begun twice") {
                    if case .begunTwice = $0 { true } else { false }
                },
                Question(name: "every word is read") { if case .unread = $0 { true } else { false } },
            ]
        }
        questions.append(Question(name: "every cell is decided") { if case .undecided = $0 { true } else { false } })
        for (position, demand) in demands.enumerated() where demand.text != Part.confirmation.name {
            questions.append(question(demand, position))
        }
        return questions
    }

    private func question(_ demand: FactTable.Demand, _ position: Int) -> Question {
        var question = Question(name: demand.text) {
            $0 == .broken(requirement: position) || $0 == .endedBefore(requirement: position)
        }
        switch demand.content {
        case .sometimes: question.wanted = position
        case .eventually(let bit): question.expected = bit
        case .always, .never, .onlyAfter: break
        }
        return question
    }
}

extension Finding {
    fileprivate var isNoEnding: Bool {
        switch self {
        case .silence, .noEnd: true
        default: false
        }
    }
}
