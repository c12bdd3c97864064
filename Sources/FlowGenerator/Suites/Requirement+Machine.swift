import FlowLanguage
import FlowMachine
import KeywayCore
import KeywaySuites

extension KeywaySuites.Requirement {
    /// The requirement with the names of states, events and effects instead of their positions in the machine.
    init(_ requirement: Machine.Requirement, of machine: Machine) {
        func named(_ fact: Machine.Requirement.Fact) -> Fact {
            switch fact {
            case .states(let states): .state(states.map { machine.states[$0].name.text })
            case .choice(let choice): .choice(machine.choices[choice].name.text)
            case .event(let event): .event(machine.events[event].name)
            case .effect(let effect): .effect(machine.effects[effect].name)
            case .condition(let condition): .condition(Condition(condition))
            case .any(let parts): .any(parts.map(named))
            case .all(let parts): .all(parts.map(named))
            case .not(let part): .not(named(part))
            }
        }
        let content: Content =
            switch requirement.content {
            case .quantified(.always, let fact): .always(named(fact))
            case .quantified(.never, let fact): .never(named(fact))
            case .quantified(.eventually, let fact): .eventually(named(fact))
            case .quantified(.sometimes, let fact): .sometimes(named(fact))
            case .onlyAfter(let fact, let others, let since):
                .onlyAfter(named(fact), others.map(named), since: since.map { machine.events[$0].name })
            case .latest(let effect, let argument, let commandField):
                .latest(effect: machine.effects[effect].name, argument: argument, field: commandField)
            case .neverAfter(let fact, let cause, let end):
                .neverAfter(named(fact), named(cause), until: end.map(named))
            case .atMost(.number(let number), let fact, let end):
                .atMost(.number(number), named(fact), until: end.map(named))
            case .atMost(.parameter(let position), let fact, let end):
                .atMost(.parameter(position), named(fact), until: end.map(named))
            case .fallsOnly(let variable, let events):
                .fallsOnly(variable: variable, on: events.map { machine.events[$0].name })
            case .onlyWhile(let fact, let timers): .onlyWhile(named(fact), timers: timers)
            case .alwaysPossible(let command, let states):
                .alwaysPossible(
                    command: machine.events[command].name, in: states.map { machine.states[$0].name.text })
            }
        self.init(requirement.text, content)
    }
}

extension KeywaySuites.Requirement.Condition {
    init(_ condition: FlowMachine.Condition) {
        switch condition {
        case .any(let parts): self = .any(parts.map { Self($0) })
        case .all(let parts): self = .all(parts.map { Self($0) })
        case .not(let part): self = .not(Self(part))
        case .comparison(let left, let relation, let right):
            self = .test(.comparison(left.operand, relation, right.operand))
        case .membership(let term, let members): self = .test(.membership(term.operand, of: members))
        case .containment(let term, let set): self = .test(.containment(term.operand, in: set.operand))
        case .present(let term): self = .test(.presence(term.operand))
        case .flag(let term): self = .test(.flag(term.operand))
        }
    }
}

extension Term {
    /// The term as a table has it; a requirement speaks of no single event, so no term of it is a field.
    fileprivate var operand: Table.Operand {
        switch content {
        case .variable(let position): .variable(position)
        case .constant(let value): .constant(value)
        case .field, .absent: .absent
        }
    }
}
