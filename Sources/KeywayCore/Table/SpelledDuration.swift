/// A duration as a spec spells it: in the largest unit of which it is a whole number.
package struct SpelledDuration: CustomStringConvertible {
    /// `2h`, `20m`, `90s`, `1500ms`; `0s` for none.
    package let description: String

    package init(milliseconds: Int64) {
        let units: [(String, Int64)] = [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
        let unit = units.first { milliseconds != 0 && milliseconds.isMultiple(of: $0.1) }
        let (name, length) = milliseconds == 0 ? ("s", 1000) : unit ?? ("ms", 1)
        description = "\(milliseconds / length)\(name)"
    }
}
