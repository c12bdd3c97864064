/// A duration as a spec spells it: in the largest unit of which it is a whole number.
package struct SpelledDuration: CustomStringConvertible {
    /// The longest first.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Reads an integer and a unit, such as `90s`; nil for any other text, and where the milliseconds overflow.
    package init?(_ text: some StringProtocol) {
        for unit in Self.units where text.hasSuffix(unit.name) {
            guard let number = Int64(text.dropLast(unit.name.count)) else { continue }
            let (milliseconds, overflows) = number.multipliedReportingOverflow(by: unit.milliseconds)
            if overflows { return nil }
            self.init(milliseconds: milliseconds)
            return
        }
        return nil
    }

    /// `2h`, `20m`, `90s`, `1500ms`; `0s` for none.
    package var description: String {
        let unit = Self.units.first { milliseconds.isMultiple(of: $0.milliseconds) }
        guard milliseconds != 0, let unit else { return "0s" }
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
}
