public import KeywayCore

/// The codes of an event's fields in one word, as generated code gathers them.
public struct PackedFields: Sendable {
    @usableFromInline var word: UInt64 = 0
    /// Whether every value so far is one that its field can have.
    @usableFromInline var isFit = true

    @inlinable public init() {}

    /// Adds a case.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil is absent.
    ///   - shift: the lowest bit of the field's code, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: (some FlowEnumeration)?, at shift: UInt64) {
        if let value { word |= (UInt64(truncatingIfNeeded: value.rawValue) &+ 1) &<< shift }
    }

    /// Adds a truth value.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil is absent.
    ///   - shift: the lowest bit of the field's code, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Bool?, at shift: UInt64) {
        if let value { word |= (value ? 2 : 1) &<< shift }
    }

    /// Adds a number.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil is absent. With a number outside of the range no event can be made of the fields.
    ///   - range: the numbers that the field can have.
    ///   - shift: the lowest bit of the field's code, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Int?, of range: ClosedRange<Int>, at shift: UInt64) {
        guard let value else { return }
        guard range.contains(value) else {
            isFit = false
            return
        }
        word |= UInt64(truncatingIfNeeded: value &- range.lowerBound &+ 1) &<< shift
    }

    /// Adds a set of cases.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil is absent, which the empty set is not.
    ///   - shift: the lowest bit of the field's code, as the packed table lays it out.
    @inlinable
    public mutating func add<Element: FlowEnumeration>(_ value: Set<Element>?, at shift: UInt64) {
        guard let value else { return }
        var code: UInt64 = 1
        for element in value { code |= 2 &<< UInt64(truncatingIfNeeded: element.rawValue) }
        word |= code &<< shift
    }

    /// Adds whether a text or duration is there.
    ///
    /// - Parameters:
    ///   - value: the field's value, of which only the presence is kept; nil is absent.
    ///   - shift: the lowest bit of the field's code, as the packed table lays it out.
    @inlinable
    public mutating func addPresence(of value: (some FlowValue)?, at shift: UInt64) {
        if value != nil { word |= 1 &<< shift }
    }
}

extension PackedEvent {
    /// The event with these fields; nil where one of them has a value that its field cannot have.
    ///
    /// - Parameters:
    ///   - position: the event's, in the table.
    ///   - fields: all fields of the event.
    @inlinable
    public init?(_ position: Int, _ fields: PackedFields) {
        guard fields.isFit else { return nil }
        self.init(position, fields: fields.word)
    }
}
