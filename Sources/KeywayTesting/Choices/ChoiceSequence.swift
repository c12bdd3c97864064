/// A case: the numbers that were drawn for a walk, by which the same walk is made again; other numbers make another
/// walk.
///
/// A part of a case is one thing that the walk does to the run. There is one span of numbers for each part.
public struct ChoiceSequence: Hashable, Sendable {
    /// The numbers of each part, in the order in which they are asked for; a number that is missing counts as 0.
    public var spans: [[UInt32]]

    public init(spans: [[UInt32]] = []) {
        self.spans = spans
    }
}

extension ChoiceSequence {
    /// The numbers in digits and letters, `.` between two and `-` after each part; zeros that end a part are left out.
    package var text: String {
        spans.map { span in
            var rest = span[...]
            while rest.last == 0 { rest.removeLast() }
            return rest.map { Self.digits($0) }.joined(separator: ".") + "-"
        }.joined()
    }

    /// Reads what `text` wrote; nil for anything else.
    package init?(text: String) {
        guard text.isEmpty || text.hasSuffix("-") else { return nil }
        spans = []
        for part in text.split(separator: "-", omittingEmptySubsequences: false).dropLast() {
            var span: [UInt32] = []
            for digits in part.split(separator: ".", omittingEmptySubsequences: true) {
                guard digits.first != "+", let number = UInt32(digits, radix: 36) else { return nil }
                span.append(number)
            }
            spans.append(span)
        }
    }

    /// The number in base 36.
    private static func digits(_ number: UInt32) -> String { String(number, radix: 36) }
}
