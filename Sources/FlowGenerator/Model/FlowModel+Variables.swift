import FlowLanguage
import FlowMachine
import KeywayCore

extension FlowModel {
    /// A variable of the flow as the generated code declares it. Its documentation says, among other things, what sets it.
    struct Variable {
        var field: Field
        /// The value with which a run begins; nil where the variable is absent then.
        var initial: Value?
        /// What the spec says of it, and what a reader of the generated code has to know besides.
        var documentation: [String]
        /// Whether it is a parameter (`param`): a value that may be chosen when a run begins.
        var isParameter = false

        /// The field as the generated `Context` declares it. Values that are not plain are optional there: logs lack them, so a run that
        /// comes back from its log after a restart may lack them too.
        var inContext: Field {
            var declared = field
            if field.classification != .plain { declared.isOptional = true }
            return declared
        }
    }
}

extension FlowModel.Variable {
    init(_ position: Int, of machine: Machine, _ names: EventNames) {
        let variable = machine.variables[position]
        let setters = machine.setters(of: position, names)
        var sentences: [String] = []
        switch variable.field.kind {
        case .integer(let bounds): sentences.append("\(bounds.lowerBound) to \(bounds.upperBound).")
        case .duration(let bounds) where variable.isParameter:
            let (least, greatest) = (bounds.lowerBound, bounds.upperBound)
            sentences.append(
                "\(SpelledDuration(milliseconds: least)) to \(SpelledDuration(milliseconds: greatest)).")
        default: break
        }
        if variable.isParameter {
            sentences.append("A parameter: chosen when the run begins.")
        } else {
            sentences.append(setters.isEmpty ? "Never set." : "Set by \(setters.joined(separator: ", ")).")
        }
        if let promise = variable.field.classification.promise {
            sentences.append(OneWord.capitalized(promise) + ".")
            if !variable.field.isOptional { sentences.append("Absent only where a run came back without it.") }
        }
        self.init(
            field: variable.field, initial: variable.initial,
            documentation: variable.documentation + [sentences.joined(separator: " ")],
            isParameter: variable.isParameter)
    }
}

extension Machine {
    /// What sets the variable: events, choices, and the scopes that are entered, each kind in the order of the spec. The scope `file` is
    /// the whole flow, which is entered when the run begins.
    fileprivate func setters(of variable: Int, _ names: EventNames) -> [String] {
        func sets(_ body: FlowMachine.Body?) -> Bool { body?.assignments.contains { $0.variable == variable } ?? false }
        let events = rows.filter { sets($0.body) }.map { "`\(names.all[$0.event] ?? self.events[$0.event].name)`" }
        let choices = choices.filter { $0.branches.contains { sets($0.body) } }
        let entered = scopes.filter { sets($0.enter) }
        var seen: Set<String> = []
        return events.filter { seen.insert($0).inserted } + choices.map { "the choice `\($0.name.text)`" }
            + entered.map { $0.kind == .file ? "the beginning" : "entering `\($0.name.text)`" }
    }
}
