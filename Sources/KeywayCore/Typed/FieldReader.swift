/// Values that are no word or context of the flow: a position, kind or count that it does not have.
public struct UnfitValues: Error, Hashable, Sendable {
    public init() {}
}

extension UnfitValues: CustomStringConvertible {
    public var description: String { "these values do not fit what the flow declares" }
}

/// Takes values one after the other as the types that a flow gives them.
public struct FieldReader: Sendable {
    private var rest: ArraySlice<Value?>

    public init(_ values: [Value?]) {
        rest = values[...]
    }

    /// The next value, which must be present.
    public mutating func next<Content: FlowValue>() throws(UnfitValues) -> Content {
        guard let content: Content = try nextIfPresent() else { throw UnfitValues() }
        return content
    }

    /// The next value, which may be absent.
    public mutating func nextIfPresent<Content: FlowValue>() throws(UnfitValues) -> Content? {
        guard let first = rest.popFirst() else { throw UnfitValues() }
        guard let value = first else { return nil }
        guard let content = Content(value) else { throw UnfitValues() }
        return content
    }

    /// Makes sure that nothing is left.
    public func finish() throws(UnfitValues) {
        guard rest.isEmpty else { throw UnfitValues() }
    }
}
