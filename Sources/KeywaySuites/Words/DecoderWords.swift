import KeywayCore

extension TableWords {
    /// A source and its decoder rows, one line each, in the order in which the rows are tried.
    func source(_ source: Source) -> [String] {
        let kind = source.isSingleton ? "singleton" : "stamped"
        let head = "source \(source.name) = \"\(source.typeName.onOneLine)\" by \(source.by) \(kind)"
        return [head] + source.rows.map { "source \(source.name) reads \(decoder($0))" }
    }

    /// A decoder row: `retained "SENT" when .code == 7 => sent(life: .seconds or 5m)`.
    private func decoder(_ row: Source.Row) -> String {
        let names = row.callbackNames.map { "\"\($0.onOneLine)\"" }.joined(separator: ", ")
        let test = row.test.map { " when \(self.test($0))" } ?? ""
        let signature = table.events[row.event]
        let fields = zip(signature.fields, row.fields).filter { !$0.1.isEmpty }.map { field, alternatives in
            "\(field.name): " + alternatives.map { alternative($0, of: field.kind) }.joined(separator: " or ")
        }
        let event = signature.name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
        return (row.isRetained ? "retained " : "") + names + test + " => " + event
    }

    private func alternative(_ alternative: Source.Row.Alternative, of kind: Kind) -> String {
        switch alternative {
        case .path(let path): self.path(path)
        case .constant(let value): self.value(value, of: kind)
        }
    }

    /// A path has a dot before each of its names, which tells it from a case of an enum.
    private func path(_ path: [String]) -> String { path.map { ".\($0)" }.joined() }

    private func test(_ test: DecoderTest) -> String {
        switch test {
        case .any(let tests): "(\(tests.map(self.test).joined(separator: " or ")))"
        case .all(let tests): "(\(tests.map(self.test).joined(separator: " and ")))"
        case .not(let test): "not \(self.test(test))"
        case .comparison(let path, let relation, let literal):
            "\(self.path(path)) \(relation.sign) \(self.literal(literal))"
        case .membership(let path, let literals):
            "\(self.path(path)) in {\(literals.map(literal).joined(separator: ", "))}"
        case .present(let path): "\(self.path(path)) present"
        }
    }

    private func literal(_ literal: DecoderTest.Literal) -> String {
        if case .text(let text) = literal { "\"\(text.onOneLine)\"" } else { literal.spelling }
    }

    /// An enum with its cases in their order, and each case with the provider's codes for it.
    func enumeration(_ enumeration: Enumeration) -> String {
        "enum \(enumeration.name) { \(enumeration.cases.map(enumerationCase).joined(separator: ", ")) }"
    }

    /// A case whose only code is its own name stands without it, as in a spec.
    private func enumerationCase(_ enumerationCase: Enumeration.Case) -> String {
        let name = enumerationCase.name
        if enumerationCase.codes == [.spelling(name)] { return name }
        return "\(name) = \(enumerationCase.codes.map(code).joined(separator: " | "))"
    }

    private func code(_ code: Enumeration.Code) -> String {
        switch code {
        case .spelling(let text): "\"\(text.onOneLine)\""
        case .range(let bounds): "\(bounds.lowerBound) ... \(bounds.upperBound)"
        case .rest: "*"
        }
    }
}
