import FlowSearch

extension Product {
    /// Notes each demand of a provider on its callers that is broken here, also where the run has ended.
    mutating func noteMisuse(in configuration: ProductConfiguration) {
        for provider in answeringOrDemanding {
            for demand in providers[provider].broken(in: configuration[provider]).bits {
                findings.note(
                    Finding(flow: 0, content: .misused(provider: provider, requirement: demand)), at: configuration)
            }
        }
    }

    /// Notes demands that are broken between two calls of one step: in each situation from which the next call is made.
    mutating func noteMisuse(of provider: Int, in situations: [Int32]) {
        for demand in situations.reduce(0, { $0 | providers[provider].broken(in: $1) }).bits {
            betweenCalls.insert(Finding(flow: 0, content: .misused(provider: provider, requirement: demand)))
        }
    }

    /// Adds what was found between calls to the findings, at the step at which it was found, or where a run begins.
    mutating func noteBetweenCalls(at configuration: ProductConfiguration, _ step: ProductStep?) {
        guard !betweenCalls.isEmpty else { return }
        for finding in betweenCalls { findings.note(finding, at: configuration, step) }
        betweenCalls = []
    }

    /// Follows the providers after the run's end: calls that it made are still at work, and a provider's demands must hold.
    ///
    /// Where the app dies, another process makes those of these calls again for whose answers nobody waits.
    mutating func goOnAfterTheEnd(
        from configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]
    ) {
        let ended = Facts(rawValue: FactTable.ended)
        for provider in answeringOrDemanding where providers[provider].hasDemands {
            for turn in providers[provider].unheardMoves(from: configuration[provider]) {
                var next = configuration
                next[provider] = turn.next
                steps.append(.init(ProductStep.turn(row: turn.row).packed, to: next.packed, facts: ended))
            }
        }
        guard recovery != nil, providers.contains(where: \.hasDemands) else { return }
        crash(in: configuration) { steps.append(.init(ProductStep.crash.packed, to: $0.packed, facts: ended)) }
        noteBetweenCalls(at: configuration, .crash)
    }

    /// Adds a step for each answer that the provider can give to an open effect now; that it gives none is possible too.
    ///
    /// A row none of whose answers an open effect takes completes a call for which nobody waits any more, and tells nobody.
    mutating func answer(
        by provider: Int, in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]
    ) {
        var (rowsHeard, unheard): (Set<Int>, [ProviderSystem.Answer]) = ([], [])
        for place in providers[provider].moves(from: configuration[provider]).answers {
            let answer = providers[provider].answers[place]
            let taken = legs.steps(on: answer.answer, from: configuration.legs)
            if taken.isEmpty { unheard.append(answer) } else { rowsHeard.insert(answer.row) }
            for step in taken {
                var next = configuration
                next[provider] = answer.next
                take(step, ProductStep.own(Int(step.input)).packed, from: configuration, to: next, &steps)
            }
        }
        var known: Set<Int32> = [configuration[provider]]
        for answer in unheard where !rowsHeard.contains(answer.row) && known.insert(answer.next).inserted {
            var next = configuration
            next[provider] = answer.next
            steps.append(.init(ProductStep.turn(row: answer.row).packed, to: next.packed))
        }
    }
}
