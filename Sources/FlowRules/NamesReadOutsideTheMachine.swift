import FlowLanguage
import FlowMachine

extension FlowSpec {
    /// The names that requirements, roles, scenarios and the arguments of `run` orders read as values.
    ///
    /// `EverythingIsUsed` needs them from the spec, because the machine lacks some: where a sub-flow's flow is unknown, it has no `run`
    /// order for it.
    ///
    /// - Parameter machine: the machine of this spec, which says what else a name by itself may mean.
    func namesReadOutside(_ machine: Machine) -> Set<String> {
        var names: Set<String> = []
        let others = machine.namesThatComeBeforeBools
        for element in elements {
            switch element {
            case .declaration(.requirement(let requirement)): requirement.collectNames(besides: others, into: &names)
            case .declaration(.role(let role)):
                if case .fact(let fact) = role.content { fact.collectNames(besides: others, into: &names) }
            case .declaration(.scenario(let scenario)):
                for case .expect(let fact) in scenario.lines { fact.collectNames(besides: others, into: &names) }
            case .declaration: break
            case .item(let item): item.collectNames(into: &names)
            }
        }
        return names
    }
}

extension Machine {
    /// What a name by itself means in a fact before it means a bool: targets, groups, effects and events.
    fileprivate var namesThatComeBeforeBools: Set<String> {
        Set(
            states.map(\.name.text) + choices.map(\.name.text) + scopes.filter { $0.kind == .group }.map(\.name.text)
                + effects.map(\.name) + events.map(\.name))
    }
}

extension RequirementDeclaration {
    fileprivate func collectNames(besides others: Set<String>, into names: inout Set<String>) {
        switch content {
        case .quantified(_, let fact): fact.collectNames(besides: others, into: &names)
        case .onlyAfter(let fact, let causes, _):
            for fact in [fact] + causes { fact.collectNames(besides: others, into: &names) }
        case .neverAfter(let fact, let cause, let limit):
            for fact in [fact, cause] + (limit.map { [$0] } ?? []) { fact.collectNames(besides: others, into: &names) }
        case .atMost(let number, let fact, let limit):
            number.collectNames(into: &names)
            for fact in [fact] + (limit.map { [$0] } ?? []) { fact.collectNames(besides: others, into: &names) }
        case .fallsOnly(let variable, _): names.insert(variable.text)
        case .onlyWhile(let fact, _): fact.collectNames(besides: others, into: &names)
        case .alwaysPossible, .latest: break
        }
    }
}

extension Fact {
    fileprivate func collectNames(besides others: Set<String>, into names: inout Set<String>) {
        switch content {
        case .condition(let expression): expression.collectNames(into: &names)
        case .any(let parts), .all(let parts): for part in parts { part.collectNames(besides: others, into: &names) }
        case .not(let part): part.collectNames(besides: others, into: &names)
        // A name that means a target, an effect or an event reads no variable, whatever a variable is called.
        case .named(let name):
            if name.child == nil, !name.isStale, !others.contains(name.name.text) { names.insert(name.name.text) }
        case .inTarget, .onEvent, .doEffect: break
        }
    }
}

extension Expression {
    fileprivate func collectNames(into names: inout Set<String>) {
        switch content {
        case .any(let parts), .all(let parts): for part in parts { part.collectNames(into: &names) }
        case .not(let part): part.collectNames(into: &names)
        case .comparison(let left, _, let right), .containment(let left, let right):
            left.collectNames(into: &names)
            right.collectNames(into: &names)
        case .membership(let operand, _), .present(let operand), .absent(let operand), .flag(let operand):
            operand.collectNames(into: &names)
        }
    }
}

extension Operand {
    fileprivate func collectNames(into names: inout Set<String>) {
        if case .name(let parts) = content, parts.count == 1 { names.formUnion(parts) }
    }
}

extension Item {
    /// Adds the names that are arguments of `run` orders.
    fileprivate func collectNames(into names: inout Set<String>) {
        switch self {
        case .group(let group): for item in group.items { item.collectNames(into: &names) }
        case .state(let state): for item in state.items { item.collectNames(into: &names) }
        case .choice(let choice): for branch in choice.branches { branch.body?.collectNames(into: &names) }
        case .enter(let body, _): body.collectNames(into: &names)
        case .row(let row): row.body?.collectNames(into: &names)
        case .after(let deadline), .within(let deadline): deadline.body?.collectNames(into: &names)
        case .timer, .lane, .child, .hold, .model: break
        }
    }
}

extension FlowLanguage.Body {
    fileprivate func collectNames(into names: inout Set<String>) {
        for order in orders {
            guard case .run(_, _, let arguments) = order.content else { continue }
            for argument in arguments { argument.collectNames(into: &names) }
        }
    }
}
