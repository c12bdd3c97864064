import FlowLanguage
import KeywayCore

extension Resolver {
    /// Declares the variables of all `context` blocks.
    mutating func resolveContext() {
        for case .context(let declared, _) in declarations {
            for variable in declared { resolveVariable(variable) }
        }
    }

    /// Declares the parameters as the first of the variables, so that variables of the context can begin with their values.
    mutating func resolveParameters() {
        for case .parameter(let declared) in declarations {
            guard let field = field(declared.name.text, declared.kind, isOptional: false), isChoosable(field, declared)
            else {
                unresolvedNames.insert(declared.name.text)
                continue
            }
            let initial = value(of: declared.initial, as: field, allowsNil: false, in: .noFields)
            guard declare(declared.name, as: machine.variables.count, in: \.variables, "variable") else { continue }
            machine.variables.append(
                .init(
                    field: field, initial: initial, isParameter: true, documentation: declared.documentation,
                    range: declared.name.range))
        }
    }

    /// Whether a parameter may be of the field's kind and class; reports where it may not.
    ///
    /// Each value must be one that a log may show and that `explore` can try; durations alone are not tried value by value.
    private mutating func isChoosable(_ field: Field, _ declared: ParameterDeclaration) -> Bool {
        switch field.kind {
        case .bool, .integer, .duration, .enumCase:
            guard field.classification != .plain else { return true }
            report(
                "a parameter stands in the log, so '\(field.name)' cannot be \(field.classification.name)",
                at: declared.kind.range, .typeMismatch)
        case .text, .set:
            report(
                "a parameter is a bool, an int, a duration or an enum, and '\(field.name)' is \(described(field.kind))",
                at: declared.kind.range, .typeMismatch)
        }
        return false
    }

    /// The parameter that a first value names, by its position among the variables; nil where the first value names none.
    private func parameter(named literal: Literal) -> Int? {
        guard case .name(let parts) = literal.content, parts.count == 1, let position = variables[parts[0]],
            machine.variables.indices.contains(position), machine.variables[position].isParameter
        else { return nil }
        return position
    }

    private mutating func resolveVariable(_ variable: VariableDeclaration) {
        guard let field = field(variable.name.text, variable.kind, isOptional: variable.isOptional) else {
            unresolvedNames.insert(variable.name.text)
            return
        }
        if field.classification == .transient {
            report(
                "'\(field.name)' is of a transient type, which no variable may hold: a transient value lives for one step",
                at: variable.name.range, .transientKept)
        }
        var initial: Value?
        var parameter: Int?
        if let literal = variable.initial, isAmbiguous(literal, as: field, in: .noFields) {
            // The ambiguous name is reported; the variable is declared all the same, without a first value.
        } else if let literal = variable.initial, let position = self.parameter(named: literal) {
            guard begins(field, with: position, at: literal.range) else { return }
            initial = machine.variables[position].initial
            parameter = position
        } else if let literal = variable.initial {
            initial = value(of: literal, as: field, allowsNil: field.isOptional)
        } else if !field.isOptional {
            report(
                "'\(field.name)' needs a first value, '= ...', or a '?' that lets it be absent",
                at: variable.name.range,
                .noInitialValue)
        }
        guard declare(variable.name, as: machine.variables.count, in: \.variables, "variable") else { return }
        machine.variables.append(
            .init(field: field, initial: initial, initialParameter: parameter, range: variable.name.range))
    }

    /// Whether every value of the parameter fits the variable; reports where one does not.
    private mutating func begins(_ field: Field, with parameter: Int, at range: SourceRange) -> Bool {
        let chosen = machine.variables[parameter].field
        let typed = TypedTerm(term: Term(.variable(parameter), at: range), field: chosen, isConstant: false)
        return fits(typed, field, at: range) && isWithin(typed, field, at: range)
    }

    /// Declares the commands, callbacks, replies and `unrecognised`; other events are declared with what brings them.
    mutating func resolveEvents() {
        for declaration in declarations {
            switch declaration {
            case .commands(let signatures, _):
                for signature in signatures { declareEvent(signature, .command) }
            case .callbacks(let signatures, _):
                for signature in signatures { declareEvent(signature, .callback) }
            case .effect(let effect):
                for signature in effect.replies?.signatures ?? [] { declareReply(signature, of: effect) }
            case .word(let word): reportForProviders("word", at: word.range)
            case .success(_, let range): reportForProviders("success", at: range)
            default: break
            }
        }
        let unrecognised = Name("unrecognised", at: spec.name.range)
        if declare(unrecognised, as: machine.events.count, in: \.events, "event") {
            machine.events.append(
                .init(
                    signature: EventSignature(name: "unrecognised", origin: .unrecognised), documentation: [],
                    range: spec.name.range))
        }
    }

    private mutating func reportForProviders(_ word: String, at range: SourceRange) {
        report("'\(word)' belongs in a provider's file, and this file declares a flow", at: range, .misplacedRow)
    }

    mutating func declareEvent(_ signature: Signature, _ origin: EventSignature.Origin) {
        let fields = self.fields(of: signature)
        guard declare(signature.name, as: machine.events.count, in: \.events, "event") else { return }
        machine.events.append(
            .init(
                signature: EventSignature(name: signature.name.text, origin: origin, fields: fields),
                documentation: signature.documentation, range: signature.name.range))
    }

    /// Declares a reply; where another effect has declared the same name and fields, the two replies are one event.
    private mutating func declareReply(_ signature: Signature, of effect: EffectDeclaration) {
        if let known = events[signature.name.text], machine.events[known].signature.origin == .reply {
            // A name that one effect lists twice is a mistake, and is reported as a name that is declared twice.
            let isRepeated =
                effect.replies?.signatures.first { $0.name.text == signature.name.text }?.name != signature.name
            if !isRepeated, fields(of: signature) == machine.events[known].signature.fields { return }
        }
        declareEvent(signature, .reply)
    }

    /// The fields of a signature; a field that could not be resolved is left out after its report.
    mutating func fields(of signature: Signature) -> [Field] {
        var fields: [Field] = []
        var places: [String: SourceRange] = [:]
        for declared in signature.fields {
            if let first = places[declared.name.text] {
                report(
                    "'\(signature.name.text)' has two fields '\(declared.name.text)'", at: declared.name.range,
                    .duplicateName, see: .init("the first stands here", at: first))
                continue
            }
            places[declared.name.text] = declared.name.range
            if let field = field(declared.name.text, declared.kind, isOptional: declared.isOptional) {
                fields.append(field)
                checkOneType(of: field, at: declared.name.range)
            } else {
                unresolvedNames.insert(declared.name.text)
            }
        }
        return fields
    }

    /// Reports a field whose type differs from that of the variable of its name, which the field hides.
    private mutating func checkOneType(of field: Field, at range: SourceRange) {
        guard let position = variables[field.name], machine.variables.indices.contains(position) else { return }
        let variable = machine.variables[position]
        if variable.field.kind != field.kind || variable.field.classification != field.classification {
            report(
                "the field '\(field.name)' hides the variable '\(field.name)', and their types differ", at: range,
                .typeMismatch, see: .init("the variable is declared here", at: variable.range))
        }
    }

    /// Declares the effects with their fields, without the replies and lanes, which `resolveEffectDetails` adds.
    mutating func resolveEffects() {
        for case .effect(let effect) in declarations {
            let signature = EffectSignature(
                name: effect.signature.name.text, fields: fieldsOfEffect(effect.signature), isOnce: effect.isOnce,
                isVolatile: effect.isVolatile, startsAttempt: effect.startsAttempt,
                calls: effect.calls.map { "\($0.provider.text).\($0.call.text)" }, replies: nil)
            guard declare(effect.signature.name, as: machine.effects.count, in: \.effects, "effect") else { continue }
            machine.effects.append(
                .init(
                    signature: signature, documentation: effect.signature.documentation,
                    range: effect.signature.name.range))
        }
    }

    /// The fields of an effect. Where the type of one cannot be resolved, orders of the effect are left out without a further report.
    private mutating func fieldsOfEffect(_ signature: Signature) -> [Field] {
        var fields: [Field] = []
        var names: Set<String> = []
        for declared in signature.fields {
            guard names.insert(declared.name.text).inserted else {
                report(
                    "'\(signature.name.text)' has two fields '\(declared.name.text)'", at: declared.name.range,
                    .duplicateName)
                continue
            }
            if let field = field(declared.name.text, declared.kind, isOptional: declared.isOptional) {
                fields.append(field)
            } else {
                unresolvedNames.insert(signature.name.text)
            }
        }
        return fields
    }

    /// Adds to the effects their replies and the lanes that they need, once every event and scope is declared.
    mutating func resolveEffectDetails() {
        for case .effect(let effect) in declarations {
            var needed: Int?
            if let name = effect.needs { needed = lane(name) }
            guard let position = effects[effect.signature.name.text] else { continue }
            machine.effects[position].needs = needed
            guard let replies = effect.replies else { continue }
            machine.effects[position].signature.replies = self.replies(replies, of: effect)
        }
    }

    /// The effect's replies, with the reply that stands behind `otherwise`; nil after a report of that one.
    private mutating func replies(
        _ replies: EffectDeclaration.Replies, of effect: EffectDeclaration
    ) -> EffectSignature.Replies? {
        let answers = replies.signatures.compactMap { events[$0.name.text] }
        guard let otherwise = events[replies.otherwise.text], answers.contains(otherwise) else {
            reportUnknown(
                replies.otherwise, "reply", .unknownEvent, among: replies.signatures.map(\.name.text))
            return nil
        }
        let values = values(
            of: machine.events[otherwise].signature.fields, given: replies.arguments,
            to: "'otherwise \(replies.otherwise.text)'", at: replies.otherwise.range)
        if let within = replies.within, within.content <= 0 {
            report("an effect's time must be more than nothing", at: within.range, .emptyRange)
        }
        // Without `within` an effect has 30 seconds to answer (rule 21).
        return EffectSignature.Replies(
            events: answers, otherwise: otherwise, otherwiseFields: values,
            within: Int64(replies.within?.content ?? 30_000))
    }

    /// The values that arguments give to an event's fields, one for each field; reports what is missing, unknown or
    /// given twice.
    ///
    /// `receiver` is what messages call the event or order that gets the values.
    mutating func values(
        of fields: [Field], given arguments: [Argument], to receiver: String, at range: SourceRange
    ) -> [Value?] {
        for (position, argument) in arguments.enumerated() {
            let name = argument.name
            if !fields.contains(where: { $0.name == name.text }) {
                report("\(receiver) has no field '\(name.text)'", at: name.range, .wrongArguments)
            } else if arguments[..<position].contains(where: { $0.name.text == name.text }) {
                report("'\(name.text)' is given twice", at: name.range, .wrongArguments)
            }
        }
        return fields.map { field in
            if let argument = arguments.first(where: { $0.name.text == field.name }) {
                return value(of: argument.value, as: field, allowsNil: field.isOptional, in: .noFields)
            }
            if !field.isOptional { report("\(receiver) needs '\(field.name): ...'", at: range, .wrongArguments) }
            return nil
        }
    }
}
