import KeywayCore

/// Draws raw callbacks for random walks: most of a form that a row of a source reads, some of a form that no row reads.
struct CallbackDrawing {
    let table: Table
    var values: ValueDrawing

    /// - Parameter number: of this drawing; drawings with different numbers draw different texts, as in `ValueDrawing`.
    init(for table: Table, number: UInt32 = 0) {
        self.table = table
        values = ValueDrawing(for: table, number: number)
    }

    /// A callback that the row mostly reads; one in four has something wrong in it.
    ///
    /// An earlier row of the source may read it instead. And a value for a field may make the row's test false again: a test that is to be
    /// false has no value of its own, and of two tests that exclude one another the first one's value stays.
    mutating func callback(for row: Source.Row, of source: Source, using draws: inout Draws) -> RawValue {
        var content = RawValue.object([:])
        if let test = row.test { satisfy(test, in: &content, using: &draws) }
        for (field, alternatives) in zip(table.events[row.event].fields, row.fields) {
            let paths = alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
            guard let path = draws.element(of: paths), content.value(at: path) == nil,
                !(field.isOptional && draws.happens(onceIn: 3))
            else { continue }
            if let raw = raw(of: field.kind, using: &draws) { content.put(raw, at: path[...], replacing: .nothing) }
        }
        content.put(draws.element(of: row.callbackNames).map { .text($0) }, at: [source.by])
        switch draws.number(below: 8) {
        case 6: spoil(&content, keeping: source.by, using: &draws)
        case 7: content.put(.text(values.text(in: 8...12)), at: [source.by])
        default: break
        }
        return content
    }

    /// Puts a value that is probably of another type in the place of one field.
    ///
    /// `name`: the field that names the callback, which is left as it is.
    private mutating func spoil(_ content: inout RawValue, keeping name: String, using draws: inout Draws) {
        guard case .object(let members) = content else { return }
        let keys = members.keys.filter { $0 != name }.sorted()
        guard let key = draws.element(of: keys) else { return }
        let wrong: [RawValue] = [.null, .list([.text(values.text(in: 8...8))]), .bool(true), .number(0.5)]
        content.put(draws.element(of: wrong), at: [key])
    }

    // MARK: - Tests

    /// Puts values into the callback that make the test true.
    private mutating func satisfy(_ test: DecoderTest, in content: inout RawValue, using draws: inout Draws) {
        switch test {
        case .all(let tests): for test in tests { satisfy(test, in: &content, using: &draws) }
        case .any(let tests): if let test = draws.element(of: tests) { satisfy(test, in: &content, using: &draws) }
        case .not(let test): refute(test, in: &content, using: &draws)
        case .present(let path): content.put(.text(values.text(in: 8...8)), at: path[...], replacing: .nothing)
        case .comparison(let path, let relation, let literal):
            content.put(raw(standing: relation, to: literal), at: path[...], replacing: .nothing)
        case .membership(let path, let literals):
            if let literal = draws.element(of: literals) {
                content.put(literal.raw, at: path[...], replacing: .nothing)
            }
        }
    }

    /// Puts values into the callback that make the test false.
    private mutating func refute(_ test: DecoderTest, in content: inout RawValue, using draws: inout Draws) {
        switch test {
        case .all(let tests): if let test = draws.element(of: tests) { refute(test, in: &content, using: &draws) }
        case .any(let tests): for test in tests { refute(test, in: &content, using: &draws) }
        case .not(let test): satisfy(test, in: &content, using: &draws)
        // Nothing is put: where no value is, each of these is false.
        case .present, .comparison, .membership: break
        }
    }

    /// A value that stands in the relation to the literal. Texts and bools have no order: for `<` and `>` the literal itself is returned,
    /// and the test stays false.
    private mutating func raw(standing relation: Table.Test.Relation, to literal: DecoderTest.Literal) -> RawValue {
        switch (relation, literal) {
        case (.equal, _), (.lessOrEqual, _), (.greaterOrEqual, _): literal.raw
        case (.notEqual, .integer(let number)), (.greater, .integer(let number)): .integer(number &+ 1)
        case (.less, .integer(let number)): .integer(number &- 1)
        case (.notEqual, .bool(let flag)): .bool(!flag)
        case (.notEqual, .text): .text(values.text(in: 8...8))
        case (.less, _), (.greater, _): literal.raw
        }
    }

    // MARK: - Fields

    /// What a provider would say for a field of the kind; nil for an enum whose cases have no codes.
    private mutating func raw(of kind: Kind, using draws: inout Draws) -> RawValue? {
        switch kind {
        case .bool, .integer, .duration, .text: values.value(of: kind, using: &draws)?.raw
        case .enumCase(let position): code(of: table.enumerations[position], using: &draws)
        case .set(let position):
            .list(
                (0..<draws.number(below: 3)).compactMap { _ in code(of: table.enumerations[position], using: &draws) })
        }
    }

    /// What a provider would say for one of the cases; nil where no case has a code.
    private mutating func code(of enumeration: Enumeration, using draws: inout Draws) -> RawValue? {
        switch draws.element(of: enumeration.cases.flatMap(\.codes)) {
        case .spelling(let text)?: Int64(text).map { String($0) == text ? .integer($0) : .text(text) } ?? .text(text)
        case .range(let bounds)?: .integer(draws.number(below: 2) == 0 ? bounds.lowerBound : bounds.upperBound)
        case .rest?: .text(values.text(in: 8...8))
        case nil: nil
        }
    }
}

extension Value {
    /// The value as a provider says it, a duration in seconds; nil for cases and sets, which need the codes of their enum.
    fileprivate var raw: RawValue? {
        switch self {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .duration(let milliseconds): .number(Double(milliseconds) / 1000)
        case .text(let text): .text(text)
        case .enumCase, .set, .withheld: nil
        }
    }
}

extension RawValue {
    /// Every text in the value, at any depth, without the names of fields.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let elements): elements.flatMap(\.texts)
        case .object(let fields): fields.values.flatMap(\.texts)
        case .null, .bool, .integer, .number: []
        }
    }
}
