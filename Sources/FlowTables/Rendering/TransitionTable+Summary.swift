extension TransitionTable {
    /// How large the table is: `62 cells in 4 states; rows by disposition: 25 transition, 11 stay.`
    var summary: String {
        let counts = Disposition.allCases.compactMap { disposition -> String? in
            let count = rows.count { $0.disposition == disposition }
            return count == 0 ? nil : "\(count) \(disposition.rawValue)"
        }
        let stateWords = states.count == 1 ? "1 state" : "\(states.count) states"
        return "\(cellCount) cells in \(stateWords); rows by disposition: \(counts.joined(separator: ", "))."
    }

    /// The sentence that says what events mean that come after the end of a run: the table has no rows for them.
    static let noteOnFinals =
        "Finals have no cells: after the end commands are rejected, callbacks that no decoder row matches are unrecognised, "
        + "and everything else is late."

    /// The sentence that says who checks the requirements.
    static let noteOnRequirements =
        "`keyway explore` proves these for every run; the walks of a generated suite watch them."

    /// The sentence that says what a row means whose `TransitionTable.Disposition` is `claim`, for readers who do not know the language.
    static let noteOnClaims =
        "A claim is decided by `other`: the flow says that this callback or reply cannot come there."
}

extension TransitionTable.State {
    /// The state's groups and whether it waits for the user: `in polling; waits for user`; empty where neither is so.
    var remark: String {
        var parts: [String] = []
        if !groups.isEmpty { parts.append("in \(groups.joined(separator: ", in "))") }
        if waitsForUser { parts.append("waits for user") }
        return parts.joined(separator: "; ")
    }
}
