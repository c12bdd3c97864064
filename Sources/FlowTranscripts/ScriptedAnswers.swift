public import Keyway

/// The backend's answers, as a transcript has them.
///
/// The n-th performance of an effect gets the n-th entry and the last one repeats; without entries it is `otherwise`.
public struct ScriptedAnswers: Sendable {
    /// How long after its order an effect answers where its entry does not say, in milliseconds.
    public static let delay: Int64 = 200

    private let table: Table
    private let entries: [Int: [BoundTranscript.Answer]]
    private var performances: [Int: Int] = [:]

    public init(_ transcript: BoundTranscript, for table: Table) {
        self.table = table
        entries = transcript.replies
    }

    /// Answers the next performance of the effect at this position; nil for an effect without replies.
    public mutating func answer(to effect: Int) -> BoundTranscript.Answer? {
        guard table.effects.indices.contains(effect), let replies = table.effects[effect].replies else { return nil }
        let performance = performances[effect, default: 0]
        performances[effect] = performance + 1
        guard let entries = entries[effect], let last = entries.last else {
            return BoundTranscript.Answer(event: replies.otherwise, fields: replies.otherwiseFields)
        }
        return performance < entries.count ? entries[performance] : last
    }
}
