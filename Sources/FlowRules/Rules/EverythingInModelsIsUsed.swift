import FlowLanguage
import FlowMachine
import KeywayCore

/// Each word, variable and state of a model is used; a warning names what is not.
///
/// A word that is never spoken, or a state that the SDK never comes to, makes a model say less than its author thinks: the flow is
/// then proved against less.
struct EverythingInModelsIsUsed {
    func diagnostics(for model: ProviderModel) -> [Diagnostic] {
        unspokenWords(of: model) + unreadVariables(of: model) + unenteredStates(of: model)
    }

    private func unspokenWords(of model: ProviderModel) -> [Diagnostic] {
        var spoken: Set<Int> = []
        for row in model.rows { if case .speech(let words) = row.happening { spoken.formUnion(words) } }
        return model.words.indices.filter { !spoken.contains($0) }.map {
            let name = model.words[$0].name
            return warning("no row emits word '\(name.text)'", at: name.range)
        }
    }

    private func unreadVariables(of model: ProviderModel) -> [Diagnostic] {
        let required = model.requirements.flatMap { requirement -> [Condition] in
            if case .quantified(_, let fact) = requirement.content { fact.conditions } else { [] }
        }
        var read = Set(model.rows.flatMap(\.guardVariables))
        read.formUnion(model.rows.flatMap(\.assignments).compactMap(\.term.variable))
        for case .variable(let position) in SlotUses(required.map { Clause($0, fields: []) }).slots {
            read.insert(position)
        }
        return model.variables.indices.filter { !read.contains($0) }.map {
            let variable = model.variables[$0]
            return warning("variable '\(variable.field.name)' is never read", at: variable.range)
        }
    }

    /// Warns of each state to which no row leads, by way of other states, from the first one, in which the SDK begins.
    private func unenteredStates(of model: ProviderModel) -> [Diagnostic] {
        var entered: Set<Int> = [0]
        var open = [0]
        while let state = open.popLast(), model.states.indices.contains(state) {
            let scopes = model.states[state].scopes
            for row in model.rows where scopes.contains(row.scope) {
                if let target = row.target, entered.insert(target).inserted { open.append(target) }
            }
        }
        return model.states.indices.filter { !entered.contains($0) }.map {
            let name = model.states[$0].name
            return warning("nothing leads to state '\(name.text)'", at: name.range)
        }
    }

    private func warning(_ message: String, at range: SourceRange) -> Diagnostic {
        .warning(at: range, message, code: .neverUsed)
    }
}
