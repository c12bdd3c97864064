import KeywayDebugger

/// A mistake that a report of shadows makes on purpose, to show that the trials find it.
package enum ShadowMistake: CaseIterable, Sendable {
    /// Of each sign-in the report says that it was lost if the backend had confirmed.
    case everythingLostIfAnswered
    /// So it says of each in which the handler failed, and that it would call alike or not judge.
    case failuresLostIfAnswered
    /// The report judges nothing.
    case nothingJudged
    /// The report judges two sign-ins, and of the third it says nothing.
    ///
    /// Only where the shadow was told every answer is that a mistake: else so many sign-ins may be left without a judgement.
    case everyThirdNotJudged

    /// What the report says with this mistake where it would say `verdict` of the sign-in that is the `number`th.
    func verdict(
        insteadOf verdict: ShadowedRun.Verdict, of number: Int, whereHandlerFailed hasFailed: Bool
    ) -> ShadowedRun.Verdict {
        switch self {
        case .everythingLostIfAnswered: .lostIfAnswered([])
        case .failuresLostIfAnswered:
            switch verdict {
            case .alike, .notJudged: hasFailed ? .lostIfAnswered([]) : verdict
            case .lost, .lostIfAnswered, .flowFailed: verdict
            }
        case .nothingJudged: .notJudged(.noEnd)
        case .everyThirdNotJudged: number.isMultiple(of: 3) ? .notJudged(.noEnd) : verdict
        }
    }
}
