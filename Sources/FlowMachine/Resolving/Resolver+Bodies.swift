import FlowLanguage
import KeywayCore

extension Resolver {
    /// The constants by which an int may be counted up or down. A message calls a value of this range just `an int`, without bounds.
    static let amounts = Int64(Int32.min)...Int64(Int32.max)

    /// Resolves `enter` bodies and `hold` items, once every timer and effect that they may name is declared.
    mutating func resolveBodiesOfScopes() {
        for pending in pendingEnters {
            machine.scopes[pending.scope].enter = body(pending.body, in: .noFields)
        }
        for pending in pendingHolds {
            for name in pending.timers { hold(name, in: pending.state) }
        }
    }

    private mutating func hold(_ name: Name, in state: Int) {
        guard let timer = timer(name) else { return }
        if let first = machine.states[state].holds.first(where: { $0.timer == timer }) {
            return report(
                "'\(name.text)' is held here already", at: name.range, .duplicateRow,
                see: .init("the first stands here", at: first.range))
        }
        guard machine.scopes(around: state).contains(machine.timers[timer].scope) else {
            return report(
                "timer '\(name.text)' cannot run in '\(machine.states[state].name.text)', so it cannot be held there",
                at: name.range, .usedOutOfScope,
                see: .init("it lives in the scope that declares it", at: machine.timers[timer].range))
        }
        machine.states[state].holds.append(.init(timer: timer, range: name.range))
    }

    /// The position of the timer of this name; nil after a report.
    private mutating func timer(_ name: Name) -> Int? {
        guard let event = events[name.text] else {
            reportUnknown(name, "timer", .unknownTimer, among: machine.timers.filter { $0.wait == nil }.map(\.name))
            return nil
        }
        guard case .timer(let timer) = machine.events[event].signature.origin else {
            report("'\(name.text)' is an event, but no timer", at: name.range, .unknownTimer)
            return nil
        }
        return timer
    }

    /// The body with its names resolved; an order with a problem is reported and left out.
    mutating func body(_ body: FlowLanguage.Body?, in environment: Environment) -> Body {
        var resolved = Body()
        for order in body?.orders ?? [] { resolve(order, into: &resolved, in: environment) }
        return resolved
    }

    private mutating func resolve(_ order: FlowLanguage.Order, into body: inout Body, in environment: Environment) {
        switch order.content {
        case .keep(let names):
            for name in names { keep(name, into: &body, in: environment) }
        case .assign(let name, let operation, let operand):
            assign(name, operation, operand, into: &body, in: environment, at: order.range)
        case .set(let name, let operand):
            guard let timer = timer(name), let duration = duration(of: name, operand, in: environment) else { return }
            body.orders.append(.init(content: .set(timer: timer, duration), range: order.range))
        case .clear(let name):
            guard let timer = timer(name) else { return }
            body.orders.append(.init(content: .clear(timer: timer), range: order.range))
        case .perform(let name, let operands):
            perform(name, operands, into: &body, in: environment, at: order.range)
        case .take(let name):
            guard let lane = lane(name) else { return }
            body.orders.append(.init(content: .take(lane: lane), range: order.range))
        case .run(let child, let command, let operands):
            run(child, command, operands, into: &body, in: environment, at: order.range)
        }
    }

    /// `keep x`, which assigns the event's field `x` to the variable `x`.
    private mutating func keep(_ name: Name, into body: inout Body, in environment: Environment) {
        guard let field = environment.fields.first(where: { $0.name == name.text }) else {
            if !environment.isOpen, !unresolvedNames.contains(name.text), !spec.unreadWords.contains(name.text) {
                report("the event has no field '\(name.text)' to keep", at: name.range, .unknownValue)
            }
            return
        }
        guard let variable = variable(name) else { return }
        let typed = TypedTerm(term: Term(.field(name.text), at: name.range), field: field, isConstant: false)
        guard fits(typed, machine.variables[variable].field, at: name.range) else { return }
        append(.init(variable: variable, operation: .set, term: typed.term, range: name.range), to: &body)
    }

    private mutating func assign(
        _ name: Name, _ operation: FlowLanguage.Order.Assignment, _ operand: FlowLanguage.Operand,
        into body: inout Body,
        in environment: Environment, at range: SourceRange
    ) {
        guard let variable = variable(name) else { return }
        let field = machine.variables[variable].field
        switch operation {
        case .assign:
            guard let term = term(operand, fitting: field, in: environment) else { return }
            append(.init(variable: variable, operation: .set, term: term, range: range), to: &body)
        case .add, .subtract:
            guard case .integer = field.kind else {
                return report(
                    "only an int counts, and '\(name.text)' is \(described(field.kind))", at: name.range, .typeMismatch)
            }
            // The amount may be any number: a later rule proves that the sum stays in the variable's range.
            let step = Field(
                name: name.text, kind: .integer(Self.amounts), classification: field.classification, isOptional: false)
            guard let typed = term(operand, expecting: step, in: environment),
                fits(typed, step, at: operand.range), isKnownForGood(typed, countedInto: name, at: operand.range)
            else { return }
            append(
                .init(
                    variable: variable, operation: operation == .add ? .add : .subtract, term: typed.term, range: range),
                to: &body)
        }
    }

    /// Whether a log always has the amount by which a variable is counted; reports an amount that is personal, secret or transient.
    ///
    /// After a restart such an amount may be gone, and the sum would be wrong without a sign of it. A variable that is set to such a value
    /// is known to be gone with the value.
    private mutating func isKnownForGood(_ amount: TypedTerm, countedInto name: Name, at range: SourceRange) -> Bool {
        let amount = amount.field
        guard amount.classification != .plain else { return true }
        report(
            "'\(amount.name)' is \(amount.classification.name), so nothing is counted by it: a run that comes back may not "
                + "have it, and '\(name.text)' would be wrong", at: range, .classifiedValueSteers)
        return false
    }

    /// Adds an assignment, and reports a second one to the same variable: all assignments of a body happen at once.
    private mutating func append(_ assignment: Body.Assignment, to body: inout Body) {
        if let first = body.assignments.first(where: { $0.variable == assignment.variable }) {
            return report(
                "'\(machine.variables[assignment.variable].field.name)' gets two values in one body, where all assignments happen at once",
                at: assignment.range, .duplicateRow, see: .init("the first stands here", at: first.range))
        }
        body.assignments.append(assignment)
    }

    /// The position of the variable of this name, which a body may change; nil after a report, also for a parameter.
    private mutating func variable(_ name: Name) -> Int? {
        guard let position = variables[name.text] else {
            reportUnknown(name, "variable", .unknownValue, among: variables.names)
            return nil
        }
        guard !machine.variables[position].isParameter else {
            report(
                "'\(name.text)' is a parameter, which whoever begins the run chooses and no row changes",
                at: name.range,
                .parameterChanged, see: .init("it is declared here", at: machine.variables[position].range))
            return nil
        }
        return position
    }

    /// A timer's duration; nil after a report, and for an unknown name where `environment.isOpen`.
    ///
    /// A personal, secret or transient value is reported: a log keeps it encrypted or not at all, so a replay could not know when the
    /// timer fires.
    private mutating func duration(
        of timer: Name, _ operand: FlowLanguage.Operand, in environment: Environment
    ) -> Term? {
        let place = Field(name: timer.text, kind: .duration(1...Int64.max), isOptional: false)
        guard let typed = term(operand, expecting: place, in: environment) else { return nil }
        if typed.field.classification != .plain {
            report(
                "'\(typed.field.name)' is \(typed.field.classification.name) and may not steer: a replay would not know when the timer fires",
                at: operand.range, .classifiedValueSteers)
            return nil
        }
        return fits(typed, place, at: operand.range) ? typed.term : nil
    }

    private mutating func perform(
        _ name: Name, _ operands: [FlowLanguage.Operand], into body: inout Body, in environment: Environment,
        at range: SourceRange
    ) {
        guard let effect = effects[name.text] else {
            return reportUnknown(name, "effect", .unknownEffect, among: effects.names)
        }
        guard !unresolvedNames.contains(name.text) else { return }
        let fields = machine.effects[effect].signature.fields
        guard let terms = terms(operands, fitting: fields, of: name.text, in: environment, at: range) else { return }
        body.orders.append(.init(content: .perform(effect: effect, terms), range: range))
    }

    /// The arguments of an effect or command, in the order of its fields.
    ///
    /// Nil after a report, and for an unknown name where `environment.isOpen`.
    mutating func terms(
        _ operands: [FlowLanguage.Operand], fitting fields: [Field], of name: String, in environment: Environment,
        at range: SourceRange
    ) -> [Term]? {
        guard fields.count == operands.count else {
            let wanted = fields.isEmpty ? "nothing" : fields.map(\.name).joined(separator: ", ")
            let count = operands.count == 1 ? "1 value" : "\(operands.count) values"
            report("'\(name)' takes \(wanted), and gets \(count)", at: range, .wrongArguments)
            return nil
        }
        var terms: [Term] = []
        for (operand, field) in zip(operands, fields) {
            guard let term = term(operand, fitting: field, in: environment) else { return nil }
            terms.append(term)
        }
        return terms
    }
}
