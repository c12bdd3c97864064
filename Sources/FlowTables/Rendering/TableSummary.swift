extension TransitionTable {
    /// `62 cells in 4 states; rows by disposition: 25 transition, 11 stay.`
    var summary: String {
        let counts = Disposition.allCases.compactMap { disposition -> String? in
            let count = rows.count { $0.disposition == disposition }
            return count == 0 ? nil : "\(count) \(disposition.rawValue)"
        }
        let place = states.count == 1 ? "1 state" : "\(states.count) states"
        return "\(cellCount) cells in \(place); rows by disposition: \(counts.joined(separator: ", "))."
    }

    /// What holds after the end, which has no rows.
    static let noteOnFinals = "Finals have no cells: after the end commands are rejected, and everything else is late."

    /// What `claim` says, which is not obvious.
    static let noteOnClaims =
        "A claim is decided by `other`: the flow says that this callback or reply cannot come there."
}

extension TransitionTable.State {
    /// `in polling; waits for user`; empty where there is nothing to say.
    var remark: String {
        var parts: [String] = []
        if !groups.isEmpty { parts.append("in \(groups.joined(separator: ", in "))") }
        if waitsForUser { parts.append("waits for user") }
        return parts.joined(separator: "; ")
    }
}

/// A part of a sentence, which may be meant as code by the backticks around it.
struct ProsePart {
    var text: Substring
    var isCode: Bool
}

/// The documentation's lines as one paragraph.
func proseParts(of lines: [String]) -> [ProsePart] {
    let pieces = lines.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false)
    return pieces.enumerated().map { place, text in
        // A backtick without a partner is nothing but a sign.
        place.isMultiple(of: 2) || place < pieces.count - 1
            ? ProsePart(text: text, isCode: !place.isMultiple(of: 2)) : ProsePart(text: "`" + text, isCode: false)
    }
}
