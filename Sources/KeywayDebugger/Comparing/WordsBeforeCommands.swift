import KeywayCore
import KeywayLog

/// The callbacks that sources had retained and that sub-flows of a recorded run heard between their beginnings and their first commands.
///
/// In a run by another flow a sub-flow hears these callbacks before its first command too: after the command other rows may decide them.
struct WordsBeforeCommands {
    /// A leg of either run, by its names and by how many legs of these names began before it.
    private struct Beginning: Hashable {
        var leg: String
        var number: Int
    }

    /// The steps that no leg of the other run has heard yet, in the order of their records.
    private var words: [Beginning: [RunHistory.Step]] = [:]
    /// The sequences of the records whose words a leg of the other run has heard as it began.
    private var heard: Set<UInt64> = []

    init(of history: RunHistory) {
        /// The legs that wait for their first command, by their positions, each with the sequence of the record that begins it.
        var waiting: [UInt32: (beginning: Beginning, sequence: UInt64)] = [:]
        var counts: [String: Int] = [:]
        for step in history.steps {
            let leg = step.record.leg
            if case .legBegan = step.record.content, let name = step.leg {
                waiting[leg] = (Beginning(leg: name, number: counts[name, default: 0]), step.record.sequence)
                counts[name, default: 0] += 1
            } else if let begun = waiting[leg], let cause = step.eventRecord?.cause {
                if cause == .retained { words[begun.beginning, default: []].append(step) }
                // The first command is owed by the record of the beginning.
                if cause == .owed(by: begun.sequence) { waiting[leg] = nil }
            }
            if step.isEnding { waiting[leg] = nil }
        }
    }

    /// The next of these callbacks for a leg of the other run that has just begun; from then on it counts as heard.
    ///
    /// Where the leg begins earlier than in the recorded run, a word may not have been said yet: it comes when its record does.
    mutating func next(of leg: Int, in tree: LegTree, at now: Instant) -> RunHistory.Step? {
        guard let name = tree.legs[leg].name else { return nil }
        let beginning = Beginning(leg: name, number: tree.legs[..<leg].count { $0.name == name })
        guard let step = words[beginning]?.first, step.record.time <= now else { return nil }
        words[beginning]?.removeFirst()
        heard.insert(step.record.sequence)
        return step
    }

    /// Whether a leg of the other run has heard the word of this record as it began.
    func isHeard(_ sequence: UInt64) -> Bool { heard.contains(sequence) }
}
