import KeywayCore
import KeywaySuites

extension Requirement {
    /// The requirement as Swift writes it.
    var literal: String {
        let content =
            switch content {
            case .always(let fact): ".always(\(fact.literal))"
            case .never(let fact): ".never(\(fact.literal))"
            case .eventually(let fact): ".eventually(\(fact.literal))"
            case .sometimes(let fact): ".sometimes(\(fact.literal))"
            case .onlyAfter(let fact, let others, let since):
                ".onlyAfter(\(fact.literal), [\(others.map(\.literal).joined(separator: ", "))]"
                    + (since.map { ", since: \(Vocabulary.quoted($0))" } ?? "") + ")"
            case .latest(let effect, let argument, let field):
                ".latest(effect: \(Vocabulary.quoted(effect)), argument: \(argument), field: \(Vocabulary.quoted(field)))"
            case .neverAfter(let fact, let cause, let end):
                ".neverAfter(\(fact.literal), \(cause.literal)\(end.untilLiteral))"
            case .atMost(let number, let fact, let end):
                ".atMost(\(number.literal), \(fact.literal)\(end.untilLiteral))"
            case .fallsOnly(let variable, let events):
                ".fallsOnly(variable: \(variable), on: \(events.literal))"
            case .onlyWhile(let fact, let timers):
                ".onlyWhile(\(fact.literal), timers: [\(timers.map(String.init).joined(separator: ", "))])"
            case .alwaysPossible(let command, let states):
                ".alwaysPossible(command: \(Vocabulary.quoted(command)), in: \(states.literal))"
            }
        return "Requirement(\(Vocabulary.quoted(text)), \(content))"
    }
}

extension Requirement.Fact {
    fileprivate var literal: String {
        switch self {
        case .state(let names): ".state(\(names.literal))"
        case .choice(let name): ".choice(\(Vocabulary.quoted(name)))"
        case .event(let name): ".event(\(Vocabulary.quoted(name)))"
        case .effect(let name): ".effect(\(Vocabulary.quoted(name)))"
        case .condition(let condition): ".condition(\(condition.literal))"
        case .any(let parts): ".any([\(parts.map(\.literal).joined(separator: ", "))])"
        case .all(let parts): ".all([\(parts.map(\.literal).joined(separator: ", "))])"
        case .not(let part): ".not(\(part.literal))"
        }
    }
}

extension Requirement.Fact? {
    /// The argument `until` of a requirement that a fact may end; empty where there is none.
    fileprivate var untilLiteral: String { map { ", until: \($0.literal)" } ?? "" }
}

extension Requirement.Limit {
    fileprivate var literal: String {
        switch self {
        case .number(let number): ".number(\(number))"
        case .parameter(let position): ".parameter(\(position))"
        }
    }
}

extension [String] {
    fileprivate var literal: String { "[\(map(Vocabulary.quoted).joined(separator: ", "))]" }
}

extension Requirement.Condition {
    fileprivate var literal: String {
        switch self {
        case .any(let parts): ".any([\(parts.map(\.literal).joined(separator: ", "))])"
        case .all(let parts): ".all([\(parts.map(\.literal).joined(separator: ", "))])"
        case .not(let part): ".not(\(part.literal))"
        case .test(let test): ".test(\(test.literal))"
        }
    }
}

extension Table.Test {
    fileprivate var literal: String {
        switch self {
        case .comparison(let left, let relation, let right):
            ".comparison(\(left.literal), .\(relation), \(right.literal))"
        case .membership(let operand, let members):
            ".membership(\(operand.literal), of: [\(members.map(\.literal).joined(separator: ", "))])"
        case .containment(let operand, let set): ".containment(\(operand.literal), in: \(set.literal))"
        case .presence(let operand): ".presence(\(operand.literal))"
        case .flag(let operand): ".flag(\(operand.literal))"
        }
    }
}

extension Table.Operand {
    fileprivate var literal: String {
        switch self {
        case .variable(let position): ".variable(\(position))"
        case .field(let position): ".field(\(position))"
        case .constant(let value): ".constant(\(value.literal))"
        case .absent: ".absent"
        }
    }
}

extension Value {
    fileprivate var literal: String {
        switch self {
        case .bool(let flag): ".bool(\(flag))"
        case .integer(let number): ".integer(\(number))"
        case .duration(let milliseconds): ".duration(\(milliseconds))"
        case .text(let text): ".text(\(Vocabulary.quoted(text)))"
        case .enumCase(let place): ".enumCase(\(place))"
        case .set(let bits): ".set(\(bits))"
        case .withheld: ".withheld"
        }
    }
}
