import FlowMachine
import KeywayCore

/// Writes what a cell's rows do as statements of the readable switch.
struct SwitchBody {
    let vocabulary: Vocabulary
    /// The fields of the event.
    let fields: [Field]

    private var model: FlowModel { vocabulary.model }

    /// A verdict as the switch returns it.
    static func text(of verdict: Verdict, in model: FlowModel) -> String {
        switch verdict {
        case .move(let state): ".move(\(SwiftIdentifier.member(model.states[state].name)))"
        case .stay: ".stay"
        case .ignore: ".ignore"
        case .reject: ".reject"
        case .late: ".late"
        case .stale: ".stale"
        case .undeclared: ".undeclared"
        }
    }

    /// The name of the function that a choice gets where it is declared.
    static func function(through choice: String) -> String { OneWord.joined(["through", choice]) }

    func write(_ instructions: [Instruction], to writer: inout SourceWriter) {
        for instruction in instructions { write(instruction, to: &writer) }
    }

    private func write(_ instruction: Instruction, to writer: inout SourceWriter) {
        switch instruction {
        case .alternatives(let alternatives, let otherwise):
            for alternative in alternatives {
                let expression = ConditionExpression(vocabulary: vocabulary, fields: fields)
                writer.condition(expression.parts(of: alternative.condition)) {
                    write(alternative.instructions, to: &$0)
                }
            }
            write(otherwise, to: &writer)
        case .assign(let assignments): write(assignments, to: &writer)
        case .order(let order): write(order, to: &writer)
        case .end(let timers): writer.list("end(", timers.map(timer), ")")
        case .leave(let child): writer.line("leave(\"\(model.children[child].name)\")")
        case .free(let lane): writer.line("free(\"\(model.lanes[lane])\")")
        case .start(let timer, .fixed(let milliseconds)):
            writer.line("set(\(self.timer(timer)), for: \(Vocabulary.duration(milliseconds)))")
        case .start(let timer, .parameter(let variable)):
            writer.line("set(\(self.timer(timer)), for: context.\(model.variables[variable].field.name))")
        case .endEverything: writer.line("endEverything()")
        case .decide(let verdict): writer.line("return \(Self.text(of: verdict, in: model))")
        case .declare(let choice, let instructions):
            let name = Self.function(through: model.choices[choice])
            writer.list(
                "func \(name)(", ["_ before: () throws(Value.Mismatch) -> Void"],
                ") throws(Value.Mismatch) -> SwitchVerdict<State> {", .detached)
            writer.indented { write(instructions, to: &$0) }
            writer.line("}")
        case .follow(let choice, let orders): follow(choice, orders, &writer)
        case .orderFromBefore: writer.line("try before()")
        }
    }

    /// Writes the end of a step that goes on with a declared choice: a call of its function, which gets
    /// the orders of the way so far and carries them out behind what it assigns.
    private func follow(_ choice: Int, _ orders: [Instruction], _ writer: inout SourceWriter) {
        let function = Self.function(through: model.choices[choice])
        switch orders.first {
        case nil: writer.line("return try \(function) {}")
        case .orderFromBefore where orders.count == 1: writer.line("return try \(function)(before)")
        default:
            // Swift does not find out by itself what the closure throws.
            writer.line("return try \(function) { () throws(Value.Mismatch) in")
            writer.indented { write(orders, to: &$0) }
            writer.line("}")
        }
    }

    /// The event of the timer, by which the readable switch names the timer.
    private func timer(_ position: Int) -> String { SwiftIdentifier.member(model.timers[position]) }

    /// The assignments; where one reads a variable that an earlier one sets, all read a copy made before the first.
    private func write(_ assignments: [FlowMachine.Body.Assignment], to writer: inout SourceWriter) {
        guard assignments.readEarlierWrites else {
            for assignment in assignments { write(assignment, from: "context", to: &writer) }
            return
        }
        // A row, the choice behind it and an `enter` body may each need a copy, so each copy has a block of its own.
        writer.block("do") { writer in
            writer.line("let before = context")
            for assignment in assignments { write(assignment, from: "before", to: &writer) }
        }
    }

    /// Writes one assignment; `source` is the context from which it reads variables.
    private func write(_ assignment: FlowMachine.Body.Assignment, from source: String, to writer: inout SourceWriter) {
        let field = model.variables[assignment.variable].inContext
        let variable = "context.\(field.name)"
        switch assignment.operation {
        case .set: writer.line("\(variable) = \(expression(assignment.term, as: field, from: source))")
        case .add: count(with: "+", assignment.term, field, from: source, to: &writer)
        case .subtract: count(with: "-", assignment.term, field, from: source, to: &writer)
        }
    }

    /// Writes an assignment that adds to a variable or subtracts from it.
    private func count(
        with sign: String, _ term: Term, _ field: Field, from source: String, to writer: inout SourceWriter
    ) {
        var step = field
        step.isOptional = false
        let variable = "context.\(field.name)"
        guard field.isOptional else {
            return writer.line("\(variable) \(sign)= \(expression(term, as: step, from: source))")
        }
        // Swift allows no `try` to the right of `+` or `-`: the one on the left is for both sides.
        writer.line("\(variable) = try present(\(variable)) \(sign) \(value(of: term, as: step, from: source).text)")
    }

    /// Writes an order as a call of the readable switch.
    private func write(_ order: FlowMachine.Body.Order.Content, to writer: inout SourceWriter) {
        switch order {
        case .set(let position, let term):
            let wanted = Field(name: "", kind: .duration(0...0), isOptional: false)
            writer.line("set(\(timer(position)), for: \(expression(term, as: wanted, from: "context")))")
        case .clear(let position): writer.line("end(\(timer(position)))")
        case .perform(let position, let terms):
            let effect = model.effects[position].word
            let arguments = zip(effect.fields, terms).map { field, term in
                "\(SwiftIdentifier.label(field.name)): \(expression(term, as: field, from: "context"))"
            }
            writer.nestedCall("order(", arguments.isEmpty ? effect.member : "\(effect.member)(", arguments)
        case .take(let lane): writer.line("take(\"\(model.lanes[lane])\")")
        case .run(let child, _, _): writer.line("run(\"\(model.children[child].name)\")")
        }
    }

    /// The term as an expression of the wanted field's type, with `try` where it may throw.
    private func expression(_ term: Term, as wanted: Field, from source: String) -> String {
        let (text, mayThrow) = value(of: term, as: wanted, from: source)
        return mayThrow ? "try \(text)" : text
    }

    /// The term as Swift, and whether the expression may throw.
    ///
    /// A term that may be absent stands in `present(...)` if the wanted field may not be: that throws where it is absent.
    ///
    /// - Parameter source: the context to read variables from, which is `before` where assignments have changed `context`.
    private func value(of term: Term, as wanted: Field, from source: String) -> (text: String, mayThrow: Bool) {
        let declared = model.variables.map(\.inContext)
        let (text, isOptional): (String, Bool) =
            switch term.content {
            case .variable(let position):
                ("\(source).\(declared[position].name)", declared[position].isOptional)
            case .field(let name):
                (
                    fields.contains { $0.name == name } ? BoundFields(fields, of: model)[name] : "nil",
                    fields.first { $0.name == name }?.isOptional ?? true
                )
            case .constant(let value): (vocabulary.literal(value, of: wanted.kind), false)
            case .absent: ("nil", true)
            }
        return isOptional && !wanted.isOptional ? ("present(\(text))", true) : (text, false)
    }
}

extension [FlowMachine.Body.Assignment] {
    /// Whether one of them reads a variable that an earlier one writes.
    fileprivate var readEarlierWrites: Bool {
        var written: Set<Int> = []
        return contains { assignment in
            defer { written.insert(assignment.variable) }
            guard case .variable(let position) = assignment.term.content else { return false }
            return written.contains(position)
        }
    }
}

extension SourceWriter {
    /// A call whose only argument is itself one with arguments.
    fileprivate mutating func nestedCall(_ outer: String, _ inner: String, _ arguments: [String]) {
        guard !arguments.isEmpty else { return line(outer + inner + ")") }
        var alone = SourceWriter(inside: self)
        alone.list(inner, arguments, "))")
        if !fits(outer + inner + arguments.joined(separator: ", ") + "))") {
            line(outer)
            add(alone.text)
        } else {
            line(outer + inner + arguments.joined(separator: ", ") + "))")
        }
    }
}
