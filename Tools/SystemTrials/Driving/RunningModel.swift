import FlowLanguage
import FlowMachine
import KeywayCore

/// An SDK or a server that follows a model, by rules 29 to 29i of `Specs/README.md`, which say what the rows of models mean.
///
/// It shares no code with the explorer, so that the two can be compared.
struct RunningModel: Sendable {
    let model: ProviderModel
    /// The position of the present state among the model's states.
    private(set) var state = 0
    /// The present value of each of the model's variables.
    private(set) var values: [Value?]

    /// The model in its first state, with its first values.
    init(_ model: ProviderModel) {
        self.model = model
        values = model.variables.map(\.initial)
    }

    /// The rows besides calls that may happen now: any one of them may, or none (rule 29a).
    var ownRows: [Int] {
        model.rows.indices.filter { row in
            if case .call = model.rows[row].happening { return false }
            return model.states[state].scopes.contains(model.rows[row].scope) && mayHappen(row)
        }
    }

    /// The rows of which one takes the call; none where the call changes nothing.
    func rows(taking call: String) -> [Int] {
        for scope in model.states[state].scopes {
            let named = model.rows.indices.filter {
                model.rows[$0].scope == scope && model.rows[$0].happening == .call(call)
            }
            if !named.isEmpty { return named.filter(mayHappen) }
        }
        return []
    }

    /// Lets a row happen: its assignments read the old values, and a count stops at its bounds.
    mutating func follow(_ row: Int) {
        let row = model.rows[row]
        let before = values
        for assignment in row.assignments {
            let place = assignment.variable
            let given = assignment.term.value(among: before)
            guard case .integer(let bounds) = model.variables[place].field.kind else {
                values[place] = given
                continue
            }
            var result = given
            if assignment.operation != .set {
                guard case .integer(let old)? = before[place], case .integer(let change)? = given else { continue }
                result = .integer(assignment.operation == .add ? old + change : old - change)
            }
            if case .integer(let number)? = result {
                result = .integer(min(max(number, bounds.lowerBound), bounds.upperBound))
            }
            values[place] = result
        }
        if let target = row.target { state = target }
    }

    /// Begins anew after the app has died, whose death also ended the SDK.
    ///
    /// A model that only answers keeps its values: what they count, the server and the phone keep (rule 29h).
    mutating func beginAnew() {
        state = 0
        if model.source != nil { values = model.variables.map(\.initial) }
    }

    /// The positions of the model's requirements (what it demands of its callers) that are broken now.
    var brokenRequirements: [Int] {
        model.requirements.indices.filter { position in
            guard case .quantified(let quantifier, let fact) = model.requirements[position].content else {
                return false
            }
            let isSo = isSo(fact)
            return quantifier == .always && !isSo || quantifier == .never && isSo
        }
    }

    private func isSo(_ fact: Machine.Requirement.Fact) -> Bool {
        switch fact {
        case .states(let states): states.contains(state)
        case .condition(let condition): condition.holds(for: values)
        // A model has none of these.
        case .choice, .event, .effect: false
        case .any(let parts): parts.contains { isSo($0) }
        case .all(let parts): !parts.contains { !isSo($0) }
        case .not(let part): !isSo(part)
        }
    }

    /// Whether the row's guard holds now.
    private func mayHappen(_ row: Int) -> Bool {
        switch model.rows[row].condition {
        case .always: true
        case .when(let condition): condition.holds(for: values)
        case .otherwise:
            !model.rows.contains { other in
                guard other.scope == model.rows[row].scope, other.happening == model.rows[row].happening,
                    case .when(let condition) = other.condition
                else { return false }
                return condition.holds(for: values)
            }
        }
    }
}

extension ProviderModel {
    /// The reply that a row gives; nil where it gives none.
    func answer(of row: Int) -> Answer? {
        if case .answer(let position) = rows[row].happening { answers[position] } else { nil }
    }
}
