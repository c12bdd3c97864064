import FlowMachine
import FlowSearch

/// Answers each question from everything that was found, with a shortest run for what is wrong.
struct Assessment {
    private var exploration: Exploration<Product>
    /// The system that was explored, which remembers each of its steps.
    private(set) var product: Product

    private var findings: Findings { product.findings }

    init(of exploration: Exploration<Product>) {
        self.exploration = exploration
        product = exploration.system
    }

    /// The answers to all questions; each is `unproved` where the search could not follow everything that can happen.
    mutating func judged(_ questions: [Question]) -> [FlowExploration.Judged] {
        var judged = questions.map { self.judged($0) }
        if zip(questions, judged).contains(where: { $0.isPrecondition && $1.verdict == .broken }) {
            for place in judged.indices { judged[place].verdict = .unproved }
        }
        return judged
    }

    /// The answers of a search that was stopped: what a run breaks is broken all the same, and of the rest nothing is
    /// known.
    mutating func judgedSoFar(_ questions: [Question]) -> [FlowExploration.Judged] {
        questions.map { question in
            let found = findings.order.filter { question.isBroken($0) }.map { violation($0) }
            let isWitnessed =
                question.wanted.map { findings.places[Finding(flow: 0, content: .witnessed(requirement: $0))] != nil }
                ?? false
            return .init(
                name: question.name, verdict: !found.isEmpty ? .broken : isWitnessed ? .proved : .unproved,
                steps: found.map(\.run.count).min(), violations: found, occasions: question.occasions)
        }
    }

    private mutating func judged(_ question: Question) -> FlowExploration.Judged {
        if let wanted = question.wanted { return sometimes(question.name, wanted) }
        var violations: [FlowExploration.Violation] = []
        for finding in findings.order where question.isBroken(finding) { violations.append(violation(finding)) }
        if question.demandsEnd || question.expected != nil, let endless = endless(without: question.expected) {
            violations.append(endless)
        }
        var verdict: FlowExploration.Verdict = question.occasions == 0 ? .untried : .proved
        if !violations.isEmpty { verdict = .broken }
        let open = findings.order.filter { question.isLeftOpen($0) }
        if violations.isEmpty, !open.isEmpty {
            verdict = .unproved
            violations = open.map { violation($0) }
        }
        return .init(
            name: question.name, verdict: verdict, steps: violations.map(\.run.count).min(), violations: violations,
            occasions: question.occasions)
    }

    /// The answer to a `sometimes` requirement of the root: whether some step shows what it wants.
    private mutating func sometimes(_ name: String, _ requirement: Int) -> FlowExploration.Judged {
        let witness = Finding(flow: 0, content: .witnessed(requirement: requirement))
        guard let place = findings.places[witness] else {
            let never = FlowExploration.Violation(sentence: "no run shows it", run: [], hasRun: false)
            return .init(name: name, verdict: .broken, steps: nil, violations: [never])
        }
        return .init(name: name, verdict: .proved, steps: run(to: place).count, violations: [])
    }

    private mutating func violation(_ finding: Finding) -> FlowExploration.Violation {
        let way = findings.places[finding].map { run(to: $0) } ?? []
        return .init(sentence: FindingWords(product).sentence(for: finding), run: way)
    }

    /// A shortest run to the configuration of the place, and then the place's step if there is one.
    private mutating func run(to place: Findings.Place) -> [Occurrence] {
        if case .begun? = place.step, let label = place.step?.packed {
            return occurrences(in: [.init(label, to: place.configuration.packed)])
        }
        guard var run = exploration.shortestRun(to: place.configuration.packed) else { return [] }
        if let label = place.step {
            var steps: [FlowSearch.Step] = []
            product.appendSteps(from: place.configuration.packed, to: &steps)
            // One input may do several things, as each list of retained words does where a leg begins.
            let step = steps.first { step in
                step.label == label.packed
                    && place.target.map { ProductConfiguration(step.target).legs == $0 } ?? true
            }
            if let step { run.moments.append(step) }
        }
        return occurrences(in: run.moments)
    }

    /// A run that never ends, though all that waits comes at last (rule 29d), and on which the fact with this bit is never so; nil where
    /// there is none.
    private mutating func endless(without bit: Int?) -> FlowExploration.Violation? {
        // Something that waits at every step, and that no step touches, comes at last (rule 29d), so then no run is endless. `.max` says
        // that no step was counted at all.
        guard product.legs.alwaysUntouched == 0 || product.legs.alwaysUntouched == .max else {
            return nil
        }
        let avoided = Facts(rawValue: FactTable.ended | (bit.map { 1 << UInt64($0) } ?? 0))
        guard let lasso = exploration.fairLasso(without: avoided) else { return nil }
        // Every configuration in which a run rests is a finding already, so here resting only counts for a fact that must be so at last.
        guard !lasso.rests || bit != nil else { return nil }
        let before = lasso.approach.moments
        let way = occurrences(in: before)
        return .init(
            sentence: lasso.rests
                ? "the run rests, and nothing makes it go on"
                : "the run goes round for ever, and no timer that waits all the way stops it",
            run: way, cycle: Array(occurrences(in: before + lasso.cycle).dropFirst(way.count)))
    }

    // MARK: - Runs in the flow's terms

    /// What happens in a run of the search, and what it means to the flow and its legs.
    mutating func occurrences(in moments: [FlowSearch.Step]) -> [Occurrence] {
        guard let beginning = moments.first else { return [] }
        var occurrences = leftBefore(by: beginning) + death(amid: beginning)
        var retained = retained(after: occurrences, from: [])
        for (before, step) in zip(moments, moments.dropFirst()) {
            // Nothing comes where a run only goes on.
            var found: [Occurrence] = []
            if ProductStep(step.label) != .wentOn {
                found = self.occurrences(
                    ProductStep(step.label), from: ProductConfiguration(before.target),
                    to: ProductConfiguration(step.target), hearing: retained)
            }
            found += death(amid: step)
            retained = self.retained(after: found, from: retained)
            occurrences += found
        }
        return occurrences
    }

    /// The words that sources retain after these occurrences, the earliest first; a new process has none.
    private func retained(after occurrences: [Occurrence], from before: [Int]) -> [Int] {
        occurrences.reduce(before) { retained, occurrence in
            switch occurrence.kind {
            case .left(let word), .told(let word, _, _):
                product.legs.isRetained[word] ? product.legs.words.retaining(word, after: retained) : retained
            case .crash: []
            default: retained
            }
        }
    }

    /// The death of the app amid the effects of a step; empty where the app does not die there.
    private func death(amid step: FlowSearch.Step) -> [Occurrence] {
        step.label & ProductStep.crashing == 0 ? [] : [unheard(.crash, ProductConfiguration(step.target))]
    }

    /// How the run began: first the parameters that were not chosen as the flow has them, then the words that earlier runs had left.
    private mutating func leftBefore(by beginning: FlowSearch.Step) -> [Occurrence] {
        guard case .begun(let number) = ProductStep(beginning.label), product.legs.beginnings.indices.contains(number)
        else { return [] }
        let (words, parameters) = (product.legs.beginnings[number].retained, product.legs.beginnings[number].parameters)
        let block = product.legs.block(of: product.legs.beginnings[number])
        let legStates = legStates(in: ProductConfiguration(beginning.target))
        return Occurrence.choices(parameters, of: product.legs.root.machine, legStates: legStates)
            + zip(words, block.decisionsOnRetained).map { word, decisions in
                Occurrence(
                    .left(word: word), event: decisions.first?.event, decisions: decisions, legStates: legStates)
            }
    }

    /// What happens at a step: one occurrence, and before it the words that were said to nobody and that a leg then hears.
    ///
    /// `retained`: the words that sources retain before the step.
    private mutating func occurrences(
        _ step: ProductStep, from before: ProductConfiguration, to after: ProductConfiguration,
        hearing retained: [Int]
    ) -> [Occurrence] {
        switch step {
        case .own(let input):
            let input = product.legs.inputs[input]
            return heard(input, as: kind(of: input.input), nil, from: before, to: after, hearing: retained)
        case .told(let telling):
            let kind = Occurrence.Kind.told(word: telling.word, isOld: telling.isOld, isDoubled: telling.isKept)
            let input = product.legs.hearer(of: telling.word, isOld: telling.isOld, in: before.legs)
            let isSuccess = product.legs.words.entries[telling.word].isSuccess
            let word = HeardWord(word: telling.word, isOld: telling.isOld, isSuccess: isSuccess)
            return input.map { heard($0, as: kind, word, from: before, to: after, hearing: retained) }
                ?? [unheard(kind, after)]
        case .begun: preconditionFailure("a run begins once, and this is a step after that")
        case .wentOn: preconditionFailure("nothing comes where a run only goes on, so nothing is told")
        case .crash: return [unheard(.crash, after)]
        case .lost(_, let word): return [unheard(.lost(word: word), after)]
        case .settled(let provider): return [unheard(.settled(provider: provider), after)]
        case .turn(let row):
            let (provider, rowOfModel) = product.legs.words.row(row)
            let first = product.legs.words.first[provider]
            let happening = product.legs.words.models[provider].rows[rowOfModel].happening
            guard case .speech(let spoken) = happening else {
                return [unheard(.silent(row: rowOfModel, provider: provider), after)]
            }
            return [unheard(.spoken(spoken.map { first + $0 }, provider: provider), after)]
        }
    }

    private func kind(of input: FlowInput) -> Occurrence.Kind {
        switch input.origin {
        case .command: .command
        case .reply(let effect): .reply(effect: effect)
        case .limit(let effect): .limit(effect: effect)
        case .late(let effect): .late(effect: effect)
        case .timer(let timer): .timer(timer)
        case .callback, .child, .lane, .word: .callback
        case .restored: .restored
        }
    }

    private func unheard(_ kind: Occurrence.Kind, _ after: ProductConfiguration) -> Occurrence {
        Occurrence(kind, legStates: legStates(in: after))
    }

    private mutating func heard(
        _ input: LegInput, as kind: Occurrence.Kind, _ word: HeardWord?, from before: ProductConfiguration,
        to after: ProductConfiguration, hearing retained: [Int]
    ) -> [Occurrence] {
        let flow = product.legs.configurations[Int(before.legs)].legs[input.place].flow
        let said = wordsSaid(before: input, hearing: word, from: before, to: after, after: retained)
        let heard = said.reduce(retained) { product.legs.words.retaining($1, after: $0) }
        let block = product.legs.block(of: input, hearing: word, from: before.legs, retained: heard)
        return said.map { unheard(.told(word: $0, isOld: true, isDoubled: false), before) } + [
            Occurrence(
                kind, flow: flow, event: input.input.event, fields: input.input.fields, decisions: block.decisions,
                effects: block.effects.filter { !$0.isAnyNumber }.map { .init(flow: $0.flow, effect: $0.effect) },
                legStates: legStates(in: after))
        ]
    }

    /// The words of a provider that was not followed which it has said before a leg begins that hears them; most often none.
    ///
    /// `retained`: the words that sources retain already.
    private mutating func wordsSaid(
        before input: LegInput, hearing word: HeardWord?, from before: ProductConfiguration,
        to after: ProductConfiguration, after retained: [Int]
    ) -> [Int] {
        let block = product.legs.block(of: input, hearing: word, from: before.legs)
        guard product.legs.isOpenWhatIsRetained(before: block, from: before.legs) else { return [] }
        let lists = product.legs.retainedLists
        for list in lists.all {
            let block = product.legs.block(of: input, hearing: word, from: before.legs, retained: list)
            let target = product.legs.number(of: block.configuration)
            let point = CrashPoint(legs: target, effects: product.legs.effects(of: block))
            let isThere =
                target == after.legs && mayLead(block, hearing: word, from: before, to: after)
                || product.restartOutcomes[point]?.contains { $0.legs == after.legs } ?? false
            if isThere, let said = lists.words(from: retained, to: list, in: product.legs.words) { return said }
        }
        return []
    }

    /// Whether what the block does to the providers may lead there; of the provider whose word came more has happened than that.
    private mutating func mayLead(
        _ block: LegBlock, hearing word: HeardWord?, from before: ProductConfiguration, to after: ProductConfiguration
    ) -> Bool {
        let operations = product.legs.operations(
            of: block, from: product.legs.condition(of: before.legs), to: after.legs)
        let list = product.legs.operationLists.number(of: operations)
        let speaker = word?.word.map { product.legs.words.entries[$0].provider }
        return product.ends(of: list, from: before).contains { end in
            product.providers.indices.allSatisfy { $0 == speaker || end[$0] == after[$0] }
        }
    }

    private func legStates(in configuration: ProductConfiguration) -> [Occurrence.LegState] {
        product.legs.configurations[Int(configuration.legs)].legs.map { leg in
            .init(flow: leg.flow, state: product.legs.flows[leg.flow].system.state(of: leg.position))
        }
    }
}
