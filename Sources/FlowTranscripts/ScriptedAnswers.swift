package import KeywayCore

/// The answers to a run's effects, as a transcript has them.
///
/// A performance is one order of an effect, carried out. The n-th performance of an effect gets the n-th entry, and each further one
/// the last entry. An effect without entries gets its `otherwise`, or no answer.
package struct ScriptedAnswers: Sendable {
    /// How long after an order its answer comes where the entry does not say, in milliseconds.
    package static let delay: Int64 = 200

    private let table: Table
    private let entries: [BoundTranscript.EffectOfLeg: [BoundTranscript.Answer]]
    /// Whether an effect without entries gets no answer, so that its time limit passes; if not, it gets its `otherwise`.
    private let leavesOthersOpen: Bool
    /// How often each effect was performed so far.
    private var performances: [BoundTranscript.EffectOfLeg: Int] = [:]

    /// - Parameters:
    ///   - table: that of the flow to which the transcript was bound.
    ///   - leavesOthersOpen: whether an effect without entries gets no answer.
    package init(_ transcript: BoundTranscript, for table: Table, leavingOthersOpen leavesOthersOpen: Bool = false) {
        self.table = table
        entries = transcript.replies
        self.leavesOthersOpen = leavesOthersOpen
    }

    /// Answers the next performance of the effect at this position of a leg's flow; nil for an effect without replies, and for one that
    /// is left open.
    ///
    /// - Parameter leg: the names of the sub-flows from the root to the leg; nil for the root.
    package mutating func answer(to effect: Int, in leg: String? = nil) -> BoundTranscript.Answer? {
        guard let flow = leg.map({ table.flow(ofLeg: $0) }) ?? table, flow.effects.indices.contains(effect),
            let replies = flow.effects[effect].replies
        else { return nil }
        let effectOfLeg = BoundTranscript.EffectOfLeg(effect, in: leg)
        let performance = performances[effectOfLeg, default: 0]
        performances[effectOfLeg] = performance + 1
        guard let entries = entries[effectOfLeg], let last = entries.last else {
            if leavesOthersOpen { return nil }
            return BoundTranscript.Answer(failing: replies)
        }
        return performance < entries.count ? entries[performance] : last
    }
}
