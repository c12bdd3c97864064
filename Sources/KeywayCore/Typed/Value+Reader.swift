extension Value {
    /// Values that fit no event, effect or context of the flow: it has no such position, kind or count.
    public struct Mismatch: Error, Hashable, Sendable {
        public init() {}
    }
}

extension Value.Mismatch: CustomStringConvertible {
    public var description: String { "these values do not fit what the flow declares" }
}

extension Value {
    /// Takes an event's, effect's or context's values one after the other, as the Swift types that generated code gives
    /// them.
    public struct Reader: Sendable {
        private var rest: ArraySlice<Value?>

        /// Begins with the first value.
        ///
        /// - Parameter values: in the order of the fields or variables; nil is absent.
        public init(_ values: [Value?]) {
            rest = values[...]
        }

        /// The next value, which must be present.
        ///
        /// - Throws: `Value.Mismatch` where no value is left, or the next one is absent or of another type.
        public mutating func next<Content: FlowValue>() throws(Value.Mismatch) -> Content {
            guard let content: Content = try nextIfPresent() else { throw Value.Mismatch() }
            return content
        }

        /// The next value, which may be absent.
        ///
        /// - Throws: `Value.Mismatch` where no value is left, or the next one is of another type.
        public mutating func nextIfPresent<Content: FlowValue>() throws(Value.Mismatch) -> Content? {
            guard let first = rest.popFirst() else { throw Value.Mismatch() }
            guard let value = first else { return nil }
            guard let content = Content(value) else { throw Value.Mismatch() }
            return content
        }

        /// Makes sure that nothing is left.
        ///
        /// - Throws: `Value.Mismatch` where a value is left, present or absent.
        public func finish() throws(Value.Mismatch) {
            guard rest.isEmpty else { throw Value.Mismatch() }
        }
    }
}
