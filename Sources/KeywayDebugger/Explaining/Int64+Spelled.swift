extension Int64 {
    /// Milliseconds as a person reads a duration: `18.2 s`, `4 min 3 s`.
    package var spelled: String {
        let magnitude = magnitude
        let sign = self < 0 ? "-" : ""
        if magnitude < 60_000 {
            let (seconds, rest) = (magnitude / 1000, magnitude % 1000)
            if rest == 0 { return "\(sign)\(seconds) s" }
            var digits = String(rest + 1000).dropFirst()
            while digits.hasSuffix("0") { digits.removeLast() }
            return "\(sign)\(seconds).\(digits) s"
        }
        let seconds = (magnitude + 500) / 1000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let parts = [(hours, "h"), (minutes, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
        return sign + parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
