public import KeywayCore

/// The fields of an event in one machine word, to which generated code adds them one by one.
///
/// Each field has its own bits of the word, which hold a code for its value. Where a field may be absent 0 says that it is, and the codes
/// of its values begin with 1; else they begin with 0, but for sets, texts and durations, which always have a bit that says that they are
/// present.
public struct PackedFields: Sendable {
    @usableFromInline var word: UInt64 = 0
    /// Whether every number so far is in the range of its field.
    @usableFromInline var isInRange = true

    @inlinable public init() {}

    /// Adds a field that is a case of an enum and never absent.
    ///
    /// - Parameters:
    ///   - value: the field's value.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: some FlowEnumeration, at shift: UInt64) {
        word |= UInt64(truncatingIfNeeded: value.rawValue) &<< shift
    }

    /// Adds a field that is a case of an enum and may be absent.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil where it is absent.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: (some FlowEnumeration)?, at shift: UInt64) {
        if let value { word |= (UInt64(truncatingIfNeeded: value.rawValue) &+ 1) &<< shift }
    }

    /// Adds a field that is true or false and never absent.
    ///
    /// - Parameters:
    ///   - value: the field's value.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Bool, at shift: UInt64) { word |= (value ? 1 : 0) &<< shift }

    /// Adds a field that is true or false and may be absent.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil where it is absent.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Bool?, at shift: UInt64) {
        if let value { word |= (value ? 2 : 1) &<< shift }
    }

    /// Adds a field that is an integer and never absent.
    ///
    /// - Parameters:
    ///   - value: the field's value. If it is outside of the range, `PackedEvent.init(_:_:)` makes no event of the fields.
    ///   - range: the numbers that the field can have.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Int, of range: ClosedRange<Int>, at shift: UInt64) {
        add(value, of: range, beginningWith: 0, at: shift)
    }

    /// Adds a field that is an integer and may be absent.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil where it is absent. If a number is outside of its range, `PackedEvent.init(_:_:)` makes no
    ///     event of the fields.
    ///   - range: the numbers that the field can have.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add(_ value: Int?, of range: ClosedRange<Int>, at shift: UInt64) {
        if let value { add(value, of: range, beginningWith: 1, at: shift) }
    }

    /// Adds an integer; `code` is that of the least number in its range.
    @inlinable
    mutating func add(_ value: Int, of range: ClosedRange<Int>, beginningWith code: Int, at shift: UInt64) {
        guard range.contains(value) else {
            isInRange = false
            return
        }
        word |= UInt64(truncatingIfNeeded: value &- range.lowerBound &+ code) &<< shift
    }

    /// Adds a field that is a set of an enum's cases.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil where it is absent. The empty set is not absent: its code is 1.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func add<Element: FlowEnumeration>(_ value: Set<Element>?, at shift: UInt64) {
        guard let value else { return }
        var code: UInt64 = 1
        for element in value { code |= 2 &<< UInt64(truncatingIfNeeded: element.rawValue) }
        word |= code &<< shift
    }

    /// Adds a field that is a text or a duration: of these the word has only whether they are present.
    ///
    /// - Parameters:
    ///   - value: the field's value; nil where it is absent.
    ///   - shift: the lowest bit of the field's code in the word, as the packed table lays it out.
    @inlinable
    public mutating func addPresence(of value: (some FlowValue)?, at shift: UInt64) {
        if value != nil { word |= 1 &<< shift }
    }
}

extension PackedEvent {
    /// The event with these fields; nil where one of them has a number outside of its range.
    ///
    /// - Parameters:
    ///   - position: the event's position in the table.
    ///   - fields: all fields of the event.
    @inlinable
    public init?(_ position: Int, _ fields: PackedFields) {
        guard fields.isInRange else { return nil }
        self.init(position, fields: fields.word)
    }
}
