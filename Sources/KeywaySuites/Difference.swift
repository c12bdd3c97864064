/// One place where a table, or code that was generated with it, does something else than the spec, the `.flow` file, says: a suite is
/// generated from the spec.
public struct Difference: Error, Equatable, Sendable, CustomStringConvertible {
    /// The state; nil where declarations differ, where the table cannot be read, and where a packed flow does not fit the table.
    public var state: String?
    /// What came, as a line of the suite has it; else what differs, such as `a declaration`, `the state` or `the order of timers`.
    public var arrival: String
    /// What the spec says, in the words of the suite; `nothing` where it does not have such a thing.
    public var expected: String
    /// What the table says, or the generated flow, readable switch or packed run, in the same words.
    public var actual: String

    package init(state: String?, arrival: String, expected: String, actual: String) {
        self.state = state
        self.arrival = arrival
        self.expected = expected
        self.actual = actual
    }

    /// Three lines: the place, what the spec says, and behind `the table says` what was compared with it, also where that is a readable
    /// switch or a packed run.
    public var description: String {
        """
        \(state.map { "in \($0): " } ?? "")\(arrival)
            the spec says: \(expected)
            the table says: \(actual)
        """
    }
}

/// Every place where a table says something else than its spec; never empty when it is thrown.
public struct Differences: Error, CustomStringConvertible {
    /// In the order of the suite.
    public var all: [Difference]

    /// Throws the differences together; returns where there are none.
    ///
    /// - Throws: `Differences`, if there is any.
    package static func refuse(_ differences: [Difference]) throws(Differences) {
        if !differences.isEmpty { throw Differences(all: differences) }
    }

    /// The first five, and how many more there are.
    public var description: String {
        // What follows the first few is most often the same mistake.
        let shown = all.prefix(5).map(\.description).joined(separator: "\n")
        return all.count > 5 ? "\(shown)\nand \(all.count - 5) more" : shown
    }
}
