package import KeywayCore

extension Condition {
    /// Whether the condition holds for these values of the variables. No event is being decided, so a field counts as absent.
    package func holds(for values: [Value?]) -> Bool { ReadableValues(values: values, fields: [:]).holds(self) }
}

extension Term {
    /// The term's value for these values of the variables. No event is being decided, so a field counts as absent.
    package func value(among values: [Value?]) -> Value? { ReadableValues(values: values, fields: [:]).value(of: self) }
}
