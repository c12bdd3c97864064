import FlowProviders
package import KeywayCore
package import KeywayDebugger
package import KeywayLog
package import KeywayReplay
package import KeywayTesting

/// Compares what `keyway shadow` says of many sign-ins with what really happened in them.
///
/// A shadow is a run of the flow beside the naive handler, an app's own sign-in code: it hears what the handler hears, performs nothing,
/// and writes a log. From that log the command says which sign-ins the handler lost and the flow would have saved.
package struct ShadowTally: Sendable {
    /// How many sign-ins were asked for, in which the random user is to begin one.
    package private(set) var wanted = 0
    /// How many trials were driven, also those in which the random user never began a sign-in.
    package private(set) var driven = 0
    /// In how many of the trials a sign-in was begun, and judged; all further counts are of these.
    package private(set) var count = 0
    /// How many sign-ins were lost: the naive handler failed, and the flow succeeded.
    package private(set) var lost = 0
    /// How many of the lost sign-ins are reported as lost.
    package private(set) var found = 0
    /// How many of the lost sign-ins are reported as not judged, by the reason.
    package private(set) var notJudged: [String: Int] = [:]
    /// How many sign-ins are reported as lost if the backend had confirmed, and were not lost, because it did not.
    ///
    /// They are no mistakes: the handler failed, and with a backend that confirms the flow does succeed. Where the shadow is told every
    /// answer, there are none.
    package private(set) var conditional = 0
    /// A sentence for each sign-in that is wrongly reported as lost, or wrongly as not lost.
    package private(set) var mistakes: [String] = []
    /// What the command reports of all sign-ins together.
    package private(set) var survey = ShadowSurvey()

    /// A sign-in that was driven.
    private struct Driven {
        let truth: ShadowTrial.Truth
        /// The seed from which it was driven.
        let seed: UInt64
    }

    private let trial: ShadowTrial
    /// A mistake that the report makes on purpose; nil for the report that the command makes.
    private let mistake: ShadowMistake?
    /// The sign-ins that are written and not judged yet.
    private var unjudged: [Driven] = []

    package init(of trial: ShadowTrial, planting mistake: ShadowMistake? = nil) {
        (self.trial, self.mistake) = (trial, mistake)
    }

    /// Which answers of its backend the handler tells the shadow.
    package var answers: ToldAnswers { trial.answers }
    /// How many of the lost sign-ins are reported as not judged.
    package var notJudgedCount: Int { notJudged.values.reduce(0, +) }

    /// Whether the report is right: no loss is invented, and each lost sign-in is found. Where the handler does not tell every answer, a
    /// lost sign-in may be reported as not judged, and at least half of them are found.
    ///
    /// Besides, as many sign-ins were begun as were asked for, and every callback that the trials made up (`UnmodelledCallbacks`) is
    /// reported as read by no row of the flow. And no callback that comes from the model is reported as unknown to the model, which is what
    /// `unmodelled` of a survey means.
    package var isSound: Bool {
        let areLossesFound =
            switch answers {
            case .every: found == lost
            case .own: found + notJudgedCount == lost && found * 2 >= lost
            }
        return mistakes.isEmpty && areLossesFound && count == wanted
            && UnmodelledCallbacks.count(in: survey) == UnmodelledCallbacks.all.count
            && survey.unmodelled.counts.isEmpty
    }

    // MARK: - Driving

    /// For each sign-in that is wanted at most so many trials are driven: a sign-in begins in about a third of them.
    private static let greatestTrialCount = 100

    /// Drives the trial until `number` more sign-ins have begun, each with a log of its own in memory, and judges each.
    ///
    /// - Throws: `Replay.Failure` where no run can be replayed from a log, which is a mistake of the code that writes a shadow's log.
    package mutating func add(_ number: Int, generator: inout SeededGenerator) throws(Replay.Failure) {
        wanted += number
        while count < wanted, driven < wanted * Self.greatestTrialCount {
            let log = MemoryLog()
            guard let driven = drive(into: log, generator: &generator) else { continue }
            try judge(driven, from: log.records(of: driven.truth.run))
        }
    }

    /// Drives the trial until `number` more sign-ins have begun, all in one log; `judge(from:)` judges them.
    ///
    /// - Parameter log: has room for all of them; a shadow gives up a sign-in where its log is overloaded.
    package mutating func add(_ number: Int, into log: any EventLog, generator: inout SeededGenerator) {
        wanted += number
        while count + unjudged.count < wanted, driven < wanted * Self.greatestTrialCount {
            if let driven = drive(into: log, generator: &generator) { unjudged.append(driven) }
        }
    }

    /// Judges the sign-ins that were written and are not judged yet.
    ///
    /// - Parameter records: the records of a run, as the log gives them.
    /// - Throws: what `records` throws, and `Replay.Failure` as `add` does.
    package mutating func judge(from records: (RunID) throws -> [Record]) throws {
        for driven in unjudged { try judge(driven, from: records(driven.truth.run)) }
        unjudged = []
    }

    private mutating func drive(into log: any EventLog, generator: inout SeededGenerator) -> Driven? {
        driven += 1
        let seed = generator.next()
        var chance = SeededGenerator(seed: seed)
        return trial.drive(into: log, generator: &chance).map { Driven(truth: $0, seed: seed) }
    }

    // MARK: - Judging

    private mutating func judge(_ driven: Driven, from records: [Record]) throws(Replay.Failure) {
        let behavior = trial.behavior
        let shadowed = ShadowedRun(of: try RunHistory(of: records), beside: behavior)
        survey.add(shadowed, beside: behavior)
        judge(shadowed, against: driven.truth, seed: driven.seed)
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
        let verdict = mistake?.verdict(insteadOf: said, of: count, whereHandlerFailed: hasFailed) ?? said
        switch verdict {
        case .lostIfAnswered(let assumed) where answers == .every:
            mistakes.append(
                "seed \(seed): every answer was told, and answers are assumed: \(assumed): \(Self.story(of: shadowed))")
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
