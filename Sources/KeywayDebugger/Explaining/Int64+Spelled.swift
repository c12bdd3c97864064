extension Int64 {
    /// Milliseconds as a person reads a duration: `18.2 s`, `4 min 3 s`.
    package var spelled: String {
        let (hours, minutes, rest) = (magnitude / 3_600_000, magnitude / 60_000 % 60, magnitude % 60_000)
        var seconds = "\(rest / 1000)"
        if rest % 1000 > 0 {
            var digits = String(rest % 1000 + 1000).dropFirst()
            while digits.hasSuffix("0") { digits.removeLast() }
            seconds += ".\(digits)"
        }
        var parts: [String] = []
        if hours > 0 { parts.append("\(hours) h") }
        if minutes > 0 { parts.append("\(minutes) min") }
        if rest > 0 || parts.isEmpty { parts.append("\(seconds) s") }
        return (self < 0 ? "-" : "") + parts.joined(separator: " ")
    }
}
