import FlowMachine
import FlowSearch

/// Answers each question from everything that was found, with a shortest run for what is wrong.
struct Assessment {
    private var exploration: Exploration<Product>
    /// The system that was explored, which remembers each of its steps.
    private var product: Product

    private var findings: Findings { product.judge.findings }

    init(of exploration: Exploration<Product>) {
        self.exploration = exploration
        product = exploration.system
    }

    mutating func judged(_ question: Question) -> FlowExploration.Judged {
        if let wanted = question.wanted { return sometimes(question.name, wanted) }
        var violations: [FlowExploration.Violation] = []
        for finding in findings.order where question.isBroken(finding) { violations.append(violation(finding)) }
        if question.demandsEnd || question.expected != nil, let endless = endless(without: question.expected) {
            violations.append(endless)
        }
        return .init(
            name: question.name, verdict: violations.isEmpty ? .proved : .broken,
            steps: violations.map(\.run.count).min(), violations: violations)
    }

    private mutating func sometimes(_ name: String, _ requirement: Int) -> FlowExploration.Judged {
        guard let place = findings.places[.witnessed(requirement: requirement)] else {
            let never = FlowExploration.Violation(sentence: "no run shows it", run: [], hasRun: false)
            return .init(name: name, verdict: .broken, steps: nil, violations: [never])
        }
        return .init(name: name, verdict: .proved, steps: run(to: place).count, violations: [])
    }

    private mutating func violation(_ finding: Finding) -> FlowExploration.Violation {
        let way = findings.places[finding].map { run(to: $0) } ?? []
        return .init(sentence: FindingWords(product).sentence(for: finding), run: way)
    }

    private mutating func run(to place: Findings.Place) -> [Occurrence] {
        guard var run = exploration.shortestRun(to: place.configuration.packed) else { return [] }
        if let label = place.step {
            var steps: [FlowSearch.Step] = []
            product.appendSteps(from: place.configuration.packed, to: &steps)
            if let step = steps.first(where: { $0.label == label.packed }) { run.moments.append(step) }
        }
        return occurrences(in: run.moments)
    }

    /// A fair run that never ends and on which a fact is never so; nil where there is none.
    private mutating func endless(without bit: Int?) -> FlowExploration.Violation? {
        // What is pending in every configuration and touched by no step stops every endless run.
        guard product.judge.alwaysUntouched == 0 || product.judge.alwaysUntouched == .max else {
            return nil
        }
        let avoided = Facts(rawValue: FactTable.ended | (bit.map { 1 << UInt64($0) } ?? 0))
        guard let lasso = exploration.fairLasso(without: avoided) else { return nil }
        // Rests are told as configurations in which nothing goes on.
        guard !lasso.rests || bit != nil else { return nil }
        let before = lasso.approach.moments
        return .init(
            sentence: lasso.rests
                ? "the run rests, and nothing makes it go on"
                : "the run goes round for ever, and no timer that waits all the way stops it",
            run: occurrences(in: before),
            cycle: Array(occurrences(in: before + lasso.cycle).dropFirst(max(before.count - 1, 0))))
    }

    // MARK: - Runs in the flow's terms

    mutating func occurrences(in moments: [FlowSearch.Step]) -> [Occurrence] {
        var occurrences: [Occurrence] = []
        for (before, step) in zip(moments, moments.dropFirst()) {
            let happened = occurrence(ProductStep(step.label), from: .init(before.target), to: .init(step.target))
            occurrences.append(happened)
            if step.label & ProductStep.crashing != 0 { occurrences.append(unheard(.crash, happened.state)) }
        }
        return occurrences
    }

    private mutating func occurrence(
        _ step: ProductStep, from before: ProductConfiguration, to after: ProductConfiguration
    ) -> Occurrence {
        let state = product.flow.state(of: after.flow)
        switch step {
        case .own(let input): return heard(product.flow.inputs[input], from: before, state)
        case .told(let telling):
            let own = product.flow.step(from: before.flow, word: telling.word, isOld: telling.isOld)
            var occurrence = heard(product.flow.inputs[Int(own.input)], from: before, state)
            occurrence.kind = .told(word: telling.word, isOld: telling.isOld, isDoubled: telling.isKept)
            return occurrence
        case .crash: return unheard(.crash, state)
        case .lost(_, let word): return unheard(.lost(word: word), state)
        case .turn(let row):
            var words: [Int] = []
            if case .speech(let spoken)? = product.provider?.model.rows[row].happening { words = spoken }
            return unheard(.spoken(words, row: row), state)
        }
    }

    private func unheard(_ kind: Occurrence.Kind, _ state: Int) -> Occurrence {
        Occurrence(kind, state: state)
    }

    private mutating func heard(_ input: FlowInput, from before: ProductConfiguration, _ state: Int) -> Occurrence {
        let kind: Occurrence.Kind =
            switch input.origin {
            case .command: .command
            case .callback: .callback
            case .reply(let effect): .reply(effect: effect)
            case .timer(let timer): .timer(timer)
            case .child, .lane: .callback
            case .word(let word): .told(word: word, isOld: false, isDoubled: false)
            }
        let step = product.flow.perform(
            input, from: product.flow.configurations[Int(before.flow)])
        return Occurrence(
            kind, event: input.event, fields: input.fields, disposition: step.disposition, state: state,
            effects: product.flow.effectLists[Int(step.effects)])
    }
}
