import FlowSearch

extension Product {
    /// What a provider demands of its callers holds or not, also where the run has ended.
    mutating func noteMisuse(in configuration: ProductConfiguration) {
        for provider in answering {
            for demand in providers[provider].broken(in: configuration[provider]).bits {
                findings.note(
                    Finding(flow: 0, content: .misused(provider: provider, requirement: demand)), at: configuration)
            }
        }
    }

    /// The provider answers open effects that call it, each or not at all.
    mutating func answer(
        by provider: Int, in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]
    ) {
        for place in providers[provider].moves(from: configuration[provider]).answers {
            let answer = providers[provider].answers[place]
            for step in legs.steps(on: answer.answer, from: configuration.legs) {
                var next = configuration
                next[provider] = answer.next
                take(step, ProductStep.own(Int(step.input)).packed, from: configuration, to: next, &steps)
            }
        }
    }
}
