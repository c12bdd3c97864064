/// A case: the numbers that were drawn for a walk, by which the same walk is made again; other numbers make another
/// walk.
///
/// A part of a case is one thing that the walk does to the run. There is one span of numbers for each part. A number that is missing counts
/// as 0.
public struct ChoiceSequence: Hashable, Sendable {
    /// The numbers by which values are chosen for the flow's parameters; each 0 stands for the flow's own value.
    public var beginning: [UInt32]
    /// The numbers of each part, in the order in which they are asked for.
    public var spans: [[UInt32]]

    public init(beginning: [UInt32] = [], spans: [[UInt32]] = []) {
        self.beginning = beginning
        self.spans = spans
    }
}

extension ChoiceSequence {
    /// The numbers in digits and letters, `.` between two and `-` after each part; zeros that end a part are left out.
    ///
    /// Before the parts stand the numbers of the beginning with a `_` behind them, where one of them is not 0.
    package var text: String {
        let chosen = Self.text(of: beginning)
        return (chosen.isEmpty ? "" : chosen + "_") + spans.map { Self.text(of: $0) + "-" }.joined()
    }

    private static func text(of span: [UInt32]) -> String {
        var rest = span[...]
        while rest.last == 0 { rest.removeLast() }
        return rest.map(digits).joined(separator: ".")
    }

    /// Reads what `text` wrote; nil for anything else.
    package init?(text: String) {
        let halves = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard let parts = halves.last, parts.isEmpty || parts.hasSuffix("-"),
            let chosen = halves.count == 2 ? Self.span(halves[0]) : []
        else { return nil }
        (beginning, spans) = (chosen, [])
        for part in parts.split(separator: "-", omittingEmptySubsequences: false).dropLast() {
            guard let span = Self.span(part) else { return nil }
            spans.append(span)
        }
    }

    private static func span(_ text: Substring) -> [UInt32]? {
        var span: [UInt32] = []
        for digits in text.split(separator: ".", omittingEmptySubsequences: true) {
            guard digits.first != "+", let number = UInt32(digits, radix: 36) else { return nil }
            span.append(number)
        }
        return span
    }

    /// The number in base 36.
    private static func digits(_ number: UInt32) -> String { String(number, radix: 36) }
}
