import FlowMachine

extension ProviderModel {
    /// The words of an earlier attempt that may come at any moment, for ever, by the rows that say them (rule 29b).
    ///
    /// Such a row stands in the file's scope, stays, assigns nothing, and its guard reads only ghosts that nothing ever clears: variables
    /// that are true at first, for what an earlier run may have left. When such a word is spoken makes no difference, only when it is
    /// heard: it is told as if it were spoken just then, waits in no channel, and may overtake the words that wait there.
    var lastingWords: [Int: Int] {
        let assigned = Set(rows.flatMap { $0.assignments.map(\.variable) })
        var found: [Int: Int] = [:]
        for (position, row) in rows.enumerated() {
            guard row.scope == 0, row.target == nil, row.assignments.isEmpty, row.readsGhost,
                row.guardVariables.isDisjoint(with: assigned),
                case .when(let condition) = row.condition, condition.holds(for: variables.map(\.initial)),
                case .speech(let words) = row.happening, words.count == 1
            else { continue }
            found[position] = words[0]
        }
        return found
    }
}
