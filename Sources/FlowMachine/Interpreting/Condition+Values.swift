package import KeywayCore

extension Condition {
    /// Whether it holds where only variables can be read.
    package func holds(for values: [Value?]) -> Bool { Scene(values: values, fields: [:]).holds(self) }
}

extension Term {
    /// The value where only variables can be read.
    package func value(among values: [Value?]) -> Value? { Scene(values: values, fields: [:]).value(of: self) }
}
