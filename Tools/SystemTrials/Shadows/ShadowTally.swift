import FlowProviders
import KeywayCore
package import KeywayDebugger
import KeywayLog
package import KeywayReplay
package import KeywayTesting

/// Compares what `keyway shadow` says of many sign-ins with what really happened in them.
///
/// A shadow is a run of the flow beside the naive handler, an app's own sign-in code: it hears what the handler hears, performs nothing,
/// and writes a log. From that log the command says which sign-ins the handler lost and the flow would have saved.
package struct ShadowTally: Sendable {
    /// How many trials were driven, also those in which the random user never began a sign-in.
    package private(set) var driven = 0
    /// In how many of the trials a sign-in was begun; all further counts are of these.
    package private(set) var count = 0
    /// How many sign-ins were lost: the naive handler failed, and the flow succeeded.
    package private(set) var lost = 0
    /// How many of the lost sign-ins are reported as lost.
    package private(set) var found = 0
    /// How many of the lost sign-ins are reported as not judged, by the reason.
    package private(set) var notJudged: [String: Int] = [:]
    /// How many sign-ins are reported as lost if the backend had confirmed, and were not lost, because it did not.
    ///
    /// They are no mistakes: the handler failed, and with a backend that confirms the flow does succeed.
    package private(set) var conditional = 0
    /// A sentence for each sign-in that is wrongly reported as lost, or wrongly as not lost.
    package private(set) var mistakes: [String] = []
    /// What the command reports of all sign-ins together.
    package private(set) var survey = ShadowSurvey()

    /// A mistake that the report makes on purpose; nil for the report that the command makes.
    private let mistake: ShadowMistake?

    package init(planting mistake: ShadowMistake? = nil) {
        self.mistake = mistake
    }

    /// Whether the report is right: each lost sign-in is found or reported as not judged, at least half of them are found, and none is
    /// invented. Besides, every callback that the trials made up (`UnmodelledCallbacks`) is reported as read by no row of the flow. And no
    /// callback that comes from the model is reported as unknown to the model, which is what `unmodelled` of a survey means.
    package var isSound: Bool {
        mistakes.isEmpty && found + notJudged.values.reduce(0, +) == lost && found * 2 >= lost
            && UnmodelledCallbacks.count(in: survey) == UnmodelledCallbacks.all.count
            && survey.unmodelled.counts.isEmpty
    }

    /// Drives a trial `number` times, and judges each sign-in that is begun.
    ///
    /// - Throws: `Replay.Failure` where no run can be replayed from a log, which is a mistake of the code that writes a shadow's log.
    package mutating func add(
        _ number: Int, of trial: ShadowTrial, generator: inout SeededGenerator
    ) throws(Replay.Failure) {
        let behavior = trial.behavior
        for _ in 0..<number {
            driven += 1
            let seed = generator.next()
            var chance = SeededGenerator(seed: seed)
            let log = MemoryLog()
            guard let truth = trial.drive(into: log, generator: &chance) else { continue }
            let shadowed = ShadowedRun(of: try RunHistory(of: log.records(of: truth.run)), beside: behavior)
            survey.add(shadowed, beside: behavior)
            judge(shadowed, against: truth, seed: seed)
        }
    }

    private static func story(of shadowed: ShadowedRun) -> [String] {
        ShadowStory(of: shadowed.history).lines.map { "\($0.at) ms: \($0.words)" }
    }

    private mutating func judge(_ shadowed: ShadowedRun, against truth: ShadowTrial.Truth, seed: UInt64) {
        count += 1
        let hasFailed = truth.app?.ending == .failed
        let isLost = hasFailed && truth.succeeds
        if isLost { lost += 1 }
        let said = shadowed.verdict
        let verdict = mistake?.verdict(insteadOf: said, whereHandlerFailed: hasFailed) ?? said
        switch verdict {
        case .lost, .lostIfAnswered:
            if isLost {
                found += 1
            } else if case .lostIfAnswered = verdict, hasFailed, truth.succeedsIfConfirmed {
                conditional += 1
            } else {
                mistakes.append("seed \(seed): a loss is invented: \(verdict): \(Self.story(of: shadowed))")
            }
        case .alike, .flowFailed:
            if isLost {
                mistakes.append("seed \(seed): a loss is not found: \(verdict): \(Self.story(of: shadowed))")
            }
        case .notJudged(let reason):
            if isLost { notJudged[reason.words, default: 0] += 1 }
        }
    }
}
