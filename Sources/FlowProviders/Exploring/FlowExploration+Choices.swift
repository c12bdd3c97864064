import FlowMachine
import FlowRules
import KeywayCore

extension Machine {
    /// Every combination of values of those bools and enums among the parameters by which steps differ, by the parameters' positions among
    /// the variables; one empty combination where there are no such parameters. Each is explored by itself.
    ///
    /// - Parameter models: those that are explored with the flow; without any, sub-flows are not explored, and any of their finals may come
    ///   at any moment.
    func choicesApart(besides models: [ProviderModel]) -> [[Int: Value]] {
        guard let choices = combinations(of: parametersThatMatter(besides: models).filter(isBoolOrEnum)) else {
            preconditionFailure("Feasibility refuses a flow whose parameters can be chosen in too many ways")
        }
        return choices
    }

    /// The parameters by which steps differ, by their positions among the variables; durations are none of them.
    ///
    /// - Parameter models: as of `choicesApart(besides:)`.
    func parametersThatMatter(besides models: [ProviderModel]) -> Set<Int> {
        FlowSystem.distinctions(of: self, FactTable(of: self), endsChildren: models.isEmpty).parameters
    }

    /// The flow with its own values for its parameters, which are parameters no more; durations stay parameters.
    func fixingFiniteParameters() -> Machine {
        let own = parameters.compactMap { parameter -> (Int, Value)? in
            if case .duration = variables[parameter].field.kind { return nil }
            return variables[parameter].initial.map { (parameter, $0) }
        }
        return fixing(Dictionary(uniqueKeysWithValues: own))
    }

    /// The flow with its own values, where it is explored with these alone beside the models; nil where it is explored with each choice.
    ///
    /// What its sub-flows and their SDKs do together would have to be gone through for each choice.
    func unchosen(besides models: [ProviderModel]) -> Machine? {
        guard !models.isEmpty, !children.isEmpty, !parametersThatMatter(besides: models).isEmpty else { return nil }
        return fixingFiniteParameters()
    }

    private func isBoolOrEnum(_ variable: Int) -> Bool {
        switch variables[variable].field.kind {
        case .bool, .enumCase: true
        case .integer, .duration, .text, .set: false
        }
    }
}

extension FlowExploration {
    /// Turns what was found for one choice of parameters into what was found of the whole flow: each run that it shows begins with the
    /// choice.
    ///
    /// - Parameters:
    ///   - choice: the values that the parameters had, by their positions among the variables.
    ///   - machine: the flow in which they are parameters.
    mutating func putBeforeRuns(_ choice: [Int: Value], of machine: Machine) {
        self.machine = machine
        let choices = Occurrence.choices(choice, of: machine)
        for place in judgements.indices {
            for violation in judgements[place].violations.indices
            where judgements[place].violations[violation].hasRun {
                judgements[place].violations[violation].run.insert(contentsOf: choices, at: 0)
            }
        }
    }

    /// What this exploration and one of the same flow, with another choice of its parameters, show together.
    func joined(with other: FlowExploration) -> FlowExploration {
        var joined = self
        joined.configurations += other.configurations
        joined.steps += other.steps
        joined.isComplete = isComplete && other.isComplete
        joined.judgements = judgements.joined(with: other.judgements)
        joined.reached.join(other.reached)
        // Only a stopped search has these sentences, and no choice is explored after it.
        joined.growth += other.growth
        return joined
    }
}

extension [FlowExploration.Judged] {
    /// The answers of both, in the order of a report: a question that came up in one alone stands behind the one before it there.
    fileprivate func joined(with others: Self) -> Self {
        var (joined, place) = (self, 0)
        for other in others {
            if let same = joined.firstIndex(where: { $0.name == other.name }) {
                joined[same] = joined[same].joined(with: other)
                place = same + 1
            } else {
                joined.insert(other, at: place)
                place += 1
            }
        }
        return joined
    }
}

extension FlowExploration.Judged {
    /// The answer to the same question about the runs of two explorations.
    fileprivate func joined(with other: Self) -> Self {
        // What must be so sometimes has to be shown in one of the two.
        if isNeverShown { return other }
        if other.isNeverShown { return self }
        var joined = self
        joined.verdict = max(verdict, other.verdict)
        joined.occasions = occasions.map { $0 + (other.occasions ?? 0) }
        joined.steps = [steps, other.steps].compactMap { $0 }.min()
        for violation in other.violations {
            guard let known = joined.violations.firstIndex(where: { $0.sentence == violation.sentence }) else {
                joined.violations.append(violation)
                continue
            }
            if violation.run.count < joined.violations[known].run.count { joined.violations[known] = violation }
        }
        return joined
    }

    /// Whether it must be so sometimes, and no run of a complete search shows it.
    private var isNeverShown: Bool { violations.contains { !$0.hasRun } }
}

extension FlowExploration.Verdict: Comparable {
    /// Whether the verdict says less against the flow than the other: of two searches for two choices of parameters the worse verdict
    /// counts for both. `untried` is the least: what one search never met, the other may have tried.
    package static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    private var weight: Int {
        switch self {
        case .untried: 0
        case .proved: 1
        case .unproved: 2
        case .broken: 3
        }
    }
}
