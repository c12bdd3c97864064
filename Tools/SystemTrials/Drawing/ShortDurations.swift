/// Durations below a second, in which a word may end a run by deadlines that the word itself has set (rule 30, iv and v).
extension SystemText {
    /// Sets the draws of this apart from those of the rest of a system. With this number the seeds that tests name stay as they are.
    private static let salt: UInt64 = 0x3D << 32

    /// Gives some systems shorter deadlines, limits and bounds of durations in place of some that are drawn: a seed gives the same rest of
    /// the system with them and without them.
    mutating func shortenDurations(seed: UInt64) {
        var chance = Chance(seed: seed ^ Self.salt)
        guard chance.percent(25) else { return }
        for part in parts {
            if case .model = part { continue }
            self[part] = self[part].split(separator: "\n", omittingEmptySubsequences: false)
                .map { Self.shortened($0, &chance) }.joined(separator: "\n")
        }
    }

    /// The line with 100 to 900 milliseconds in place of its duration in seconds, as behind `after`, by chance.
    private static func shortened(_ line: Substring, _ chance: inout Chance) -> String {
        for word in ["after ", "set poll ", " within ", " duration "] {
            guard let place = line.firstRange(of: word) else { continue }
            let rest = line[place.upperBound...].drop(while: \.isNumber)
            guard rest.startIndex > place.upperBound, rest.first == "s", chance.percent(60) else { continue }
            return "\(line[..<place.upperBound])\(chance.number(1...9))00ms\(rest.dropFirst())"
        }
        return String(line)
    }

    /// The line with a second in place of each duration below one.
    static func lengthened(_ line: String) -> String {
        var line = line
        while let place = line.firstRange(of: "00ms") {
            line.replaceSubrange(line.index(before: place.lowerBound)..<place.upperBound, with: "1s")
        }
        return line
    }
}
