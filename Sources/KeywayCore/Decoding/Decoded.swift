/// What a raw callback was read as.
package enum Decoded: Equatable, Sendable {
    /// An event, by its position in the flow's table, with a value for each of its fields; nil is absent.
    ///
    /// `row`: the decoder row that matched, by its position in its source.
    /// `isRetained`: whether the source keeps the callback for runs and legs that begin later.
    case event(Int, fields: [Value?], row: Int, isRetained: Bool)
    /// No row matched, or each that did has a required field that could not be read.
    ///
    /// Kept of the callback are only its name, a short status number and the type of each field.
    case unrecognised(RawValue.Unread)
}

extension Table {
    /// Reads a raw callback with the sources whose `by` field it has: the field that names the kind of callback.
    ///
    /// The first row counts that names what the `by` field says, whose test holds, and whose required fields can be read.
    package func decode(_ callback: RawValue) -> Decoded { read(callback).decoded }

    /// Reads a raw callback as `decode` does, and says which source read it; nil where none did.
    package func read(_ callback: RawValue) -> (decoded: Decoded, source: Source?) {
        read(callback, withholding: classifiedPaths)
    }

    fileprivate func read(
        _ callback: RawValue, withholding classified: @autoclosure () -> Set<[String]>
    ) -> (decoded: Decoded, source: Source?) {
        var reader: Source?
        for source in sources where callback.value(at: [source.by]) != nil {
            if let decoded = source.decode(callback, events: events, enumerations: enumerations) {
                return (decoded, source)
            }
            if reader == nil { reader = source }
        }
        return (.unrecognised(RawValue.Unread(callback, of: reader, withholding: classified())), nil)
    }
}

extension RunningFlow {
    /// Reads a raw callback as the table's `decode` does, and says which source read it; nil where none did.
    ///
    /// Of a callback that no row reads a value is left out also where only another flow of the run reads it as a classified one.
    package func read(_ callback: RawValue) -> (decoded: Decoded, source: Source?) {
        table.read(callback, withholding: classifiedPaths)
    }
}

extension Source {
    /// Reads a raw callback of this source as an event; nil where no row reads it.
    package func decode(_ callback: RawValue, events: [EventSignature], enumerations: [Enumeration]) -> Decoded? {
        let name = callback.value(at: [by])?.spelling
        for (position, row) in rows.enumerated() {
            guard let name, row.callbackNames.contains(name), row.test?.holds(for: callback) ?? true,
                events.indices.contains(row.event)
            else { continue }
            if let fields = row.fields(of: callback, as: events[row.event], among: enumerations) {
                return .event(row.event, fields: fields, row: position, isRetained: row.isRetained)
            }
        }
        return nil
    }
}

extension Source.Row {
    /// The event's fields; nil when a required field cannot be read.
    fileprivate func fields(
        of callback: RawValue, as event: EventSignature, among enumerations: [Enumeration]
    ) -> [Value?]? {
        var values: [Value?] = []
        for (field, alternatives) in zip(event.fields, fields) {
            let value = alternatives.lazy.compactMap { alternative -> Value? in
                switch alternative {
                case .constant(let value): value
                case .path(let path):
                    callback.value(at: path).flatMap { field.kind.value(from: $0, among: enumerations) }
                }
            }.first
            guard value != nil || field.isOptional else { return nil }
            values.append(value)
        }
        return values.count == event.fields.count ? values : nil
    }
}

extension DecoderTest {
    /// Whether the test holds for the raw callback.
    func holds(for callback: RawValue) -> Bool {
        switch self {
        case .any(let tests): tests.contains { $0.holds(for: callback) }
        case .all(let tests): tests.allSatisfy { $0.holds(for: callback) }
        case .not(let test): !test.holds(for: callback)
        case .present(let path): callback.value(at: path) != nil
        case .comparison(let path, let relation, let literal):
            callback.value(at: path).map { relation.holds(between: $0, and: literal) } ?? false
        case .membership(let path, let literals):
            callback.value(at: path).map { value in literals.contains { $0.spelling == value.spelling } } ?? false
        }
    }
}

extension Table.Test.Relation {
    /// Whether the relation holds: equality compares spellings, order compares numbers.
    ///
    /// A text that is the digits of an integer counts as that integer.
    fileprivate func holds(between value: RawValue, and literal: DecoderTest.Literal) -> Bool {
        switch self {
        case .equal: return value.spelling == literal.spelling
        case .notEqual: return value.spelling != literal.spelling
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard case .integer(let right) = literal else { return false }
            if let left = value.integer { return holds(between: left, and: right) }
            guard case .number(let left) = value, let order = left.order(relativeTo: right) else { return false }
            return holds(between: order, and: 0)
        }
    }
}

extension Double {
    /// -1 where the number is less than the integer, 0 where they are equal, 1 where it is greater; nil for NaN.
    ///
    /// The integer is not made a `Double` to compare the two: that would round it, so that `Int64.max` would be 1 more.
    fileprivate func order(relativeTo integer: Int64) -> Int? {
        guard self >= -0x1p63, self < 0x1p63 else { return isNaN ? nil : self < 0 ? -1 : 1 }
        let whole = Int64(self)
        if whole != integer { return whole < integer ? -1 : 1 }
        let fraction = self - Double(whole)
        return fraction == 0 ? 0 : fraction < 0 ? -1 : 1
    }
}
