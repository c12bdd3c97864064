import FlowMachine

/// What the rows of a cell, and the choices behind them, read of the run and of the event.
struct ValuesRead {
    /// The variables and the fields of the event on which the guards depend.
    private(set) var variables: Set<Int> = []
    private(set) var fields: Set<String> = []
    /// The variables and the fields of the event that assignments copy into variables, whether guards read them or not.
    private(set) var copiedVariables: Set<Int> = []
    private(set) var copiedFields: Set<String> = []
    /// The conditions that were met.
    private(set) var guards: [Condition] = []
    /// The choices that were met; several rows and branches may lead to one.
    private var met: Set<Int> = []

    /// Collects what these rows read.
    init(by rows: [Int], of machine: Machine) {
        for row in rows {
            collect(machine.rows[row].condition)
            if case .move(let target) = machine.rows[row].verdict { collect(target, of: machine) }
            collect(machine.rows[row].body)
        }
    }

    private mutating func collect(_ condition: Machine.Row.Guard) {
        guard case .when(let condition) = condition else { return }
        guards.append(condition)
        collect(condition.terms)
    }

    /// Collects what the assignments read; to be called after the guards of the choices behind the body were collected.
    ///
    /// Where such a guard asks the variable that gets a value, the value counts as one that guards read.
    private mutating func collect(_ body: FlowMachine.Body) {
        for assignment in body.assignments {
            if variables.contains(assignment.variable) { collect([assignment.term]) }
            switch assignment.term.content {
            case .variable(let position): copiedVariables.insert(position)
            case .field(let name): copiedFields.insert(name)
            case .constant, .absent: break
            }
        }
    }

    /// Collects what the choices behind the target read.
    private mutating func collect(_ target: Machine.Target, of machine: Machine) {
        guard case .choice(let choice) = target, met.insert(choice).inserted else { return }
        for branch in machine.choices[choice].branches {
            collect(branch.condition)
            collect(branch.target, of: machine)
            collect(branch.body)
        }
    }

    private mutating func collect(_ terms: [Term]) {
        for term in terms {
            switch term.content {
            case .variable(let position): variables.insert(position)
            case .field(let name): fields.insert(name)
            case .constant, .absent: break
            }
        }
    }
}

extension Condition {
    /// The conditions of which this one is made by `and`, `or` and `not`; itself where there are none.
    var questions: [Condition] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.questions)
        case .not(let part): part.questions
        case .comparison, .containment, .membership, .present, .flag: [self]
        }
    }

    /// Every operand of the condition: variables, fields and constants, without the values in the braces of `in`.
    var terms: [Term] {
        switch self {
        case .any, .all, .not: questions.flatMap(\.terms)
        case .comparison(let left, _, let right), .containment(let left, in: let right): [left, right]
        case .membership(let term, _), .present(let term), .flag(let term): [term]
        }
    }
}
