package import KeywayCore

/// The answers to a run's effects, as a transcript has them.
///
/// A performance is one order of an effect, carried out. The n-th performance of an effect gets the n-th answer, and each further one
/// the last answer. An effect for which the transcript has none gets its `otherwise`, or no answer.
package struct ScriptedAnswers: Sendable {
    /// How long after its order an answer comes that does not say when, in milliseconds.
    package static let delay: Int64 = 200

    private let table: Table
    private let answers: [BoundTranscript.EffectOfLeg: [BoundTranscript.Answer]]
    /// Whether an effect for which the transcript has no answers gets none, so that its time limit passes; if not, it gets its `otherwise`.
    private let leavesOthersOpen: Bool
    /// How often each effect was performed so far.
    private var performances: [BoundTranscript.EffectOfLeg: Int] = [:]

    /// - Parameters:
    ///   - table: that of the flow to which the transcript was bound.
    ///   - leavesOthersOpen: whether an effect for which the transcript has no answers gets none.
    package init(_ transcript: BoundTranscript, for table: Table, leavingOthersOpen leavesOthersOpen: Bool = false) {
        self.table = table
        answers = transcript.replies
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
        guard let answers = answers[effectOfLeg], let last = answers.last else {
            if leavesOthersOpen { return nil }
            return BoundTranscript.Answer(failing: replies)
        }
        return performance < answers.count ? answers[performance] : last
    }
}
