package import FlowMachine
package import KeywayCore

/// A state of a model with the values of its variables.
package struct ModelConfiguration: Hashable, Sendable {
    /// By its position among the states of the model; an SDK that has just been loaded is in state 0.
    package var state: Int
    /// One for each variable of the model; nil for an absent one.
    package var values: [Value?]
}

/// Says where the rows of a model lead from a configuration of its SDK.
package struct ModelInterpreter: Sendable {
    package typealias Configuration = ModelConfiguration

    private let model: ProviderModel
    /// For each state, the rows of its scopes that the provider takes by itself.
    private let ownRows: [[Int]]

    package init(_ model: ProviderModel) {
        self.model = model
        ownRows = model.states.map { state in
            model.rows.indices.filter { row in
                if case .call = model.rows[row].happening { return false }
                return state.scopes.contains(model.rows[row].scope)
            }
        }
    }

    /// The configuration of an SDK that has just been loaded.
    package var beginning: Configuration { Configuration(state: 0, values: model.variables.map(\.initial)) }

    /// The rows that may happen, with where they lead; rows of outer scopes stand beside those of inner ones.
    package func turns(from configuration: Configuration) -> [(row: Int, next: Configuration)] {
        let rows = ownRows[configuration.state]
        return rows.filter { holds($0, among: rows, for: configuration.values) }.map { row in
            (row, next(by: row, from: configuration))
        }
    }

    /// Where a call leads, one configuration or several: the innermost scope that names it decides; what nobody names changes nothing
    /// (rule 29a).
    package func targets(of call: String, from configuration: Configuration) -> [Configuration] {
        let rows = rows(for: call, in: configuration)
        return rows.isEmpty ? [configuration] : rows.map { next(by: $0, from: configuration) }
    }

    /// The rows of which any may say where a call leads.
    func rows(for call: String, in configuration: Configuration) -> [Int] {
        for scope in model.states[configuration.state].scopes {
            let rows = model.rows.indices.filter {
                model.rows[$0].scope == scope && model.rows[$0].happening == .call(call)
            }
            guard !rows.isEmpty else { continue }
            return rows.filter { holds($0, among: rows, for: configuration.values) }
        }
        return []
    }

    /// Whether the row's guard allows it: `otherwise` does where no guarded row of the same scope allows the same call or words.
    private func holds(_ row: Int, among rows: [Int], for values: [Value?]) -> Bool {
        switch model.rows[row].condition {
        case .always: return true
        case .when(let condition): return condition.holds(for: values)
        case .otherwise:
            return !rows.contains { other in
                let (own, other) = (model.rows[row], model.rows[other])
                guard own.scope == other.scope, own.happening == other.happening else { return false }
                if case .when(let condition) = other.condition { return condition.holds(for: values) }
                return false
            }
        }
    }

    /// Where the row leads; its assignments read the values as they were before the row.
    private func next(by row: Int, from configuration: Configuration) -> Configuration {
        let row = model.rows[row]
        var next = configuration
        next.state = row.target ?? configuration.state
        for assignment in row.assignments {
            let value = assignment.term.value(among: configuration.values)
            let kind = model.variables[assignment.variable].field.kind
            let result = assignment.operation.result(configuration.values[assignment.variable], value)
            next.values[assignment.variable] = kind.nearest(to: result)
        }
        return next
    }
}

extension Table.Assignment.Operation {
    /// The variable's value after the assignment, which may be outside its bounds; the old value where it would add or subtract what is no
    /// number.
    fileprivate func result(_ old: Value?, _ value: Value?) -> Value? {
        guard self != .set else { return value }
        guard case .integer(let old)? = old, case .integer(let step)? = value else { return old }
        let (sum, overflow) =
            self == .add ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
        // What overflows is past each bound on that side.
        let isGrowing = (self == .add) == (step > 0)
        return .integer(overflow ? isGrowing ? .max : .min : sum)
    }
}

extension Kind {
    /// The value of an integer kind that is nearest to this one, any other value itself: a count stops at its bounds (rule 29a).
    fileprivate func nearest(to value: Value?) -> Value? {
        guard case .integer(let bounds) = self, case .integer(let number)? = value else { return value }
        return .integer(min(max(number, bounds.lowerBound), bounds.upperBound))
    }
}
