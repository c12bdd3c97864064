import FlowLanguage

extension ModelResolver {
    /// Resolves what the SDK demands of whoever calls it: facts about the model's own states and variables.
    ///
    /// Only `always` and `never` are allowed: a model's requirement is judged in each situation of the SDK without what came before.
    mutating func resolveRequirements() {
        for case .requirement(let requirement) in flowResolver.declarations {
            guard case .quantified(let quantifier, let fact) = requirement.content,
                quantifier == .always || quantifier == .never
            else {
                flowResolver.report(
                    "a model requires 'always' or 'never': what must be so some day is the flow's",
                    at: requirement.range,
                    .misplacedRow)
                continue
            }
            guard let resolved = flowResolver.resolve(fact) else { continue }
            guard resolved.atoms.allSatisfy(\.isOfModel) else {
                flowResolver.report(
                    "a model's requirement names a state or speaks of variables", at: fact.range, .unknownTarget)
                continue
            }
            model.requirements.append(
                .init(
                    text: requirement.words(in: flowResolver.source), content: .quantified(quantifier, resolved),
                    range: requirement.range))
        }
    }
}

extension Machine.Requirement.Fact {
    /// Whether the fact is about the model's own states or variables; false for a group without states.
    fileprivate var isOfModel: Bool {
        switch self {
        case .states(let states): !states.isEmpty
        case .condition: true
        case .choice, .event, .effect, .any, .all, .not: false
        }
    }
}
