import KeywayCore

extension Source.Row {
    /// A callback of this name that the row matches wherever a few plain values are enough for that.
    func callback(
        named name: String, of source: Source, having values: [String: Value], in table: Table
    ) -> RawValue {
        var callback = RawValue.object([source.by: .text(name)])
        test?.satisfy(in: &callback)
        for (field, alternatives) in zip(table.events[event].fields, fields) {
            guard let value = values[field.name], case .path(let path)? = alternatives.first,
                let raw = (value == .withheld ? field.kind.madeUp : value)
                    .spoken(as: field.kind, among: table.enumerations)
            else { continue }
            callback.put(raw, at: path[...])
        }
        return callback
    }
}

extension DecoderTest {
    /// Puts into the callback what the test asks for, if it asks for single values.
    fileprivate func satisfy(in callback: inout RawValue) {
        switch self {
        case .any(let tests): tests.first?.satisfy(in: &callback)
        case .all(let tests): for test in tests { test.satisfy(in: &callback) }
        case .not: break
        case .comparison(let path, _, let literal): callback.put(literal.raw, at: path[...])
        case .membership(let path, let literals):
            if let first = literals.first { callback.put(first.raw, at: path[...]) }
        case .present(let path): callback.put(.text("1"), at: path[...])
        }
    }
}
