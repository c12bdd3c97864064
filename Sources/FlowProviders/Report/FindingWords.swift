import FlowLanguage
import FlowMachine

/// A finding as a sentence in the spec's words.
struct FindingWords {
    private let flows: [LegFlow]
    private let words: ProviderWords

    init(_ product: Product) {
        flows = product.legs.flows
        words = product.legs.words
    }

    func sentence(for finding: Finding) -> String {
        let leg = flows[finding.flow]
        return (leg.name.map { "\($0): " } ?? "") + sentence(for: finding.content, in: leg)
    }

    private func sentence(for content: Finding.Content, in leg: LegFlow) -> String {
        func name(_ state: Int) -> String { "'\(leg.machine.states[state].name.text)'" }
        func name(event: Int) -> String { "'\(leg.machine.events[event].name)'" }
        func wording(_ requirement: Int) -> String { "'\(leg.system.facts.demands[requirement].text)'" }
        switch content {
        case .broken(let requirement) where !leg.system.facts.demands[requirement].isWritten:
            return "\(wording(requirement)): no requirement says what this success comes after, and it is entered here"
        case .broken(let requirement): return "\(wording(requirement)) does not hold here"
        // Never told: a `sometimes` that some run shows is proved, and only what is wrong gets a sentence.
        case .witnessed(let requirement): return "\(wording(requirement)) is so here"
        case .endedBefore(let requirement): return "the run has ended, and \(wording(requirement)) never was so"
        case .silentWait(let state):
            return "\(name(state)) can wait for ever: nothing is going on but the session's deadline"
        case .noEnd(let state):
            return "in \(name(state)) nothing ends the run: no timer runs and no effect is open"
        case .successLost(let state, let event):
            return "the first success, \(name(event: event)), is not accepted in \(name(state))"
        case .successDeserted(let word):
            return
                "the first success, '\(words.entries[word].name)', comes to a sub-flow that the flow has left by itself, "
                + "so that nobody is told"
        case .successUndone(let state, let event, let wait):
            return "after an accepted success, \(name(event: event)) in \(name(state)) ends the run without it"
                + later(by: wait)
        case .endedByOldWord(let state, let event, let wait):
            return "\(name(event: event)) of an earlier attempt or run ends the run in \(name(state))"
                + later(by: wait)
        case .unfollowed(_, let state, let event):
            return "more may come of \(name(event: event)) in \(name(state)) in less than a second than is followed"
        case .claimFell(let state, let event):
            return "\(name(event: event)) comes in \(name(state)), where 'other' claims that it cannot: name it"
        case .undecided(let state, let event): return "nobody decides \(name(event: event)) in \(name(state))"
        case .unread(let word): return "no row of the decoder reads the word '\(words.entries[word].name)'"
        case .waitsForItself(let effect):
            return
                "'\(leg.machine.effects[effect].name)' needs the lane in which this run stands, so it waits for itself"
        case .misused(let provider, let requirement):
            let model = words.models[provider]
            return "what \(model.title) requires, '\(model.requirements[requirement].text)', does not hold here"
        case .rival(let flow, let word):
            return
                "\(flows[flow].name.map { "'\($0)'" } ?? "the run itself") hears '\(words.entries[word].name)' here as "
                + "well, and the search does not follow which of the two it reaches: nothing is proved"
        case .tooManyLeft:
            return
                "its scope is left once more while \(LegsConfiguration.greatestLeftCount) of its legs that were left have not "
                + "ended, and no more are followed: nothing is proved; let 'cancel' lead to a final"
        case .begunTwice(let effect): return "'\(leg.machine.effects[effect].name)' is begun a second time"
        }
    }
}

/// How long after the word the run ends, if only deadlines come in between; empty where the word itself ends it.
private func later(by milliseconds: Int64) -> String {
    milliseconds == 0 ? "" : ", \(milliseconds) ms later, if nothing else comes"
}
