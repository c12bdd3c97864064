import FlowLanguage
import FlowMachine

/// A finding as a sentence in the spec's words.
struct FindingWords {
    private let machine: Machine
    private let model: ProviderModel?
    private let demands: [FactTable.Demand]

    init(_ product: Product) {
        machine = product.flow.machine
        model = product.provider?.model
        demands = product.flow.facts.demands
    }

    func sentence(for finding: Finding) -> String {
        switch finding {
        case .broken(let requirement): "'\(demands[requirement].wording)' does not hold here"
        case .witnessed(let requirement): "'\(demands[requirement].wording)' is so here"
        case .endedBefore(let requirement): "the run has ended, and '\(demands[requirement].wording)' never was so"
        case .silence(let state): "\(name(state)) can wait for ever: nothing is going on but the session's deadline"
        case .noEnd(let state): "in \(name(state)) nothing ends the run: no timer runs and no effect is open"
        case .successLost(let state, let event):
            "the first success, \(name(event: event)), is not accepted in \(name(state))"
        case .successUndone(let state, let event):
            "after an accepted success, \(name(event: event)) in \(name(state)) ends the run without it"
        case .endedByOldWord(let state, let event):
            "\(name(event: event)) of an earlier attempt or run ends the run in \(name(state))"
        case .claimFell(let state, let event):
            "\(name(event: event)) comes in \(name(state)), where 'other' claims that it cannot: name it"
        case .undecided(let state, let event): "nobody decides \(name(event: event)) in \(name(state))"
        case .unread(let word): "no row of the decoder reads the word '\(model?.words[word].name.text ?? "")'"
        case .begunTwice(let effect): "'\(machine.effects[effect].name)' is begun a second time"
        }
    }

    private func name(_ state: Int) -> String { "'\(machine.states[state].name.text)'" }
    private func name(event: Int) -> String { "'\(machine.events[event].name)'" }
}

extension FactTable.Demand {
    /// The requirement as a reader knows it.
    fileprivate var wording: String {
        text == Part.confirmation.name ? "authenticated only after confirmed" : text
    }
}
