import FlowLanguage
import KeywayCore

extension Resolver {
    /// Resolves the sources with their decoder rows; a row with a problem is reported and left out.
    mutating func resolveSources() {
        var names: [String: SourceRange] = [:]
        for case .source(let declaration) in declarations {
            if let first = names[declaration.name.text] {
                report(
                    "source '\(declaration.name.text)' is declared twice", at: declaration.name.range, .duplicateName,
                    see: .init("the first stands here", at: first))
                continue
            }
            names[declaration.name.text] = declaration.name.range
            resolve(declaration)
        }
    }

    private mutating func resolve(_ declaration: SourceDeclaration) {
        var rows: [Source.Row] = []
        var ranges: [SourceRange] = []
        for row in declaration.decoders {
            guard let resolved = decoderRow(row) else { continue }
            rows.append(resolved)
            ranges.append(row.range)
        }
        // `typeName` is the SDK's name of its response or delegate type. The value of the callback's field `by` names the
        // kind of callback, and is compared with each row's names. A `singleton` source cannot say to which attempt a callback
        // belongs; a `stamped` one gives an attempt number, which is no field of the callback.
        let source = KeywayCore.Source(
            name: declaration.name.text, typeName: declaration.typeName.content, by: declaration.by.text,
            isSingleton: declaration.correlation == .singleton, rows: rows)
        machine.sources.append(.init(source: source, rowRanges: ranges, range: declaration.name.range))
    }

    /// The row with its names resolved; nil after a report.
    private mutating func decoderRow(_ row: FlowLanguage.DecoderRow) -> Source.Row? {
        var test: DecoderTest?
        if let expression = row.test {
            test = decoderTest(expression)
            if test == nil { return nil }
        }
        guard let event = events[row.event.text] else {
            reportUnknown(row.event, "callback", .unknownEvent, among: machine.events.map(\.name))
            return nil
        }
        let signature = machine.events[event].signature
        guard signature.origin == .callback else {
            report(
                "'\(row.event.text)' is no callback, and a source makes only callbacks", at: row.event.range,
                .unknownEvent)
            return nil
        }
        guard let fields = arguments(of: row, for: signature) else { return nil }
        // A retained callback is kept also after a run has heard it; runs and legs that begin later hear it (rule 23).
        return Source.Row(
            isRetained: row.isRetained, callbackNames: row.callbackNames.map(\.text), test: test, event: event,
            fields: fields)
    }

    /// For each field of the event, where the row reads it from, first alternative first; nil after a report.
    private mutating func arguments(
        of row: FlowLanguage.DecoderRow, for signature: EventSignature
    ) -> [[Source.Row.Alternative]]? {
        let problems = diagnostics.count
        for (position, argument) in row.arguments.enumerated() {
            if !signature.fields.contains(where: { $0.name == argument.field.text }) {
                if !unresolvedNames.contains(argument.field.text) {
                    report(
                        "'\(signature.name)' has no field '\(argument.field.text)'", at: argument.field.range,
                        .wrongArguments)
                }
            } else if row.arguments[..<position].contains(where: { $0.field.text == argument.field.text }) {
                report("'\(argument.field.text)' is given twice", at: argument.field.range, .wrongArguments)
            }
        }
        var fields: [[Source.Row.Alternative]] = []
        for field in signature.fields {
            guard let argument = row.arguments.first(where: { $0.field.text == field.name }) else {
                if !field.isOptional {
                    report("'\(signature.name)' needs '\(field.name): ...'", at: row.event.range, .wrongArguments)
                }
                fields.append([])
                continue
            }
            fields.append(argument.alternatives.compactMap { alternative($0, for: field) })
        }
        return diagnostics.count == problems ? fields : nil
    }

    /// One place from which a field is read, or a constant for it; nil after a report.
    ///
    /// A name is a path into the raw callback, unless it is a case of the field's enum.
    private mutating func alternative(
        _ operand: FlowLanguage.Operand, for field: Field
    ) -> Source.Row.Alternative? {
        if case .name(let parts) = operand.content {
            if parts.count == 1, case .enumCase(let position) = field.kind,
                let place = machine.enumerations[position].cases.firstIndex(where: { $0.name == parts[0] })
            {
                return .constant(.enumCase(place))
            }
            return .path(parts)
        }
        return value(of: operand, as: field, allowsNil: false).map { .constant($0) }
    }

    /// The test behind a decoder row's `when`; nil after a report.
    private mutating func decoderTest(_ expression: Expression) -> DecoderTest? {
        switch expression.content {
        case .any(let parts): return tests(parts).map { .any($0) }
        case .all(let parts): return tests(parts).map { .all($0) }
        case .not(let part): return decoderTest(part).map { .not($0) }
        case .present(let operand): return path(operand).map { .present($0) }
        case .absent(let operand): return path(operand).map { .not(.present($0)) }
        case .membership(let operand, let members):
            guard let path = path(operand) else { return nil }
            let literals = members.compactMap { literal($0) }
            return literals.count == members.count ? .membership(path, of: literals) : nil
        case .comparison(let left, let relation, let right):
            return comparison(left, Table.Test.Relation(relation), right)
        case .containment, .flag:
            report(
                "a source's test compares a path with a literal, or asks whether it is present", at: expression.range,
                .typeMismatch)
            return nil
        }
    }

    private mutating func tests(_ parts: [Expression]) -> [DecoderTest]? {
        let tests = parts.compactMap { decoderTest($0) }
        return tests.count == parts.count ? tests : nil
    }

    /// A comparison of a path, on the left, with a literal, on the right; nil after a report.
    private mutating func comparison(
        _ left: FlowLanguage.Operand, _ relation: Table.Test.Relation, _ right: FlowLanguage.Operand
    ) -> DecoderTest? {
        guard let path = path(left), let literal = literal(right) else { return nil }
        if ![.equal, .notEqual].contains(relation) {
            guard case .integer = literal else {
                report("only integers have an order", at: right.range, .typeMismatch)
                return nil
            }
        }
        return .comparison(path, relation, literal)
    }

    /// The names that a path into the raw callback joins by dots; nil after a report.
    private mutating func path(_ operand: FlowLanguage.Operand) -> [String]? {
        if case .name(let parts) = operand.content { return parts }
        report(
            "a path into the raw callback is wanted here, as in 'response.errorCode'", at: operand.range, .typeMismatch)
        return nil
    }

    /// The literal that a path is compared with; a name is a text here; nil after a report.
    private mutating func literal(_ operand: FlowLanguage.Operand) -> DecoderTest.Literal? {
        switch operand.content {
        case .integer(let number): return .integer(Int64(number))
        case .string(let text): return .text(text)
        case .bool(let flag): return .bool(flag)
        case .name(let parts): return .text(parts.joined(separator: "."))
        case .duration, .nil, .set:
            report("a raw callback is compared with texts, integers, true and false", at: operand.range, .typeMismatch)
            return nil
        }
    }
}
