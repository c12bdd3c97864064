package import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// What a shadow's records say of one sign-in: how the app's own handler ended it, and what the flow came to.
///
/// A shadow is a run that follows a flow beside the app's own handler, and performs nothing.
package struct ShadowedRun: Sendable {
    /// What the two endings mean together.
    package enum Verdict: Hashable, Sendable {
        /// Nothing is lost: both succeeded; or the app failed, and no success was missed; or the app succeeded, and the flow had not
        /// ended by then; or the person left.
        case alike
        /// The flow came to a success, and the app's handler did not.
        case lost
        /// The app's handler failed, although the SDK told a success. The flow did not succeed either, but only because nobody told the
        /// shadow these answers in time: with them it succeeds.
        case lostIfAnswered([AssumedAnswer])
        /// The app's handler succeeded after the flow had failed.
        case flowFailed
        /// Nothing can be said.
        case notJudged(Reason)
    }

    /// Why nothing can be said of a sign-in.
    package enum Reason: Hashable, Sendable {
        /// The records and the flow in the log disagree.
        case disagreement
        /// Damage has cut the run: what was told later, also the app's end, is not known.
        case cut
        /// The log is damaged, and the run or the app's handler has no end in what is left: its end may lie in the damaged part.
        case perhapsCut
        /// The flow declares no success, or its log is of a version that does not tell which finals are successes.
        case noSuccess
        /// The app told no end: it was killed, or its handler can end without telling one.
        case noEnd
        /// The app did by itself what this command asks for, and told the shadow so, but the flow rejects the command there. From then
        /// on the app and the flow go different ways.
        case rejected(command: String)
        /// An order of each of these effects had no answer in time, and no answer was told to the shadow later, neither to that order
        /// nor to a later one of the effect.
        case unanswered(effects: [String])
    }

    package let history: RunHistory
    package let verdict: Verdict
    /// The last outcome that the app told; nil where it told none.
    package var app: AppOutcome? { history.appOutcomes.last?.outcome }

    /// - Parameter behavior: what the providers' SDKs may say, by which a success that the app missed is found; nil where nothing is
    ///   known of them.
    package init(of history: RunHistory, beside behavior: (any ProviderBehavior)? = nil) {
        self.history = history
        verdict = Self.verdict(on: history, knowing: behavior)
    }

    /// The final that the flow came to, or `waiting in` and the state in which it stands, or `cut in` and the state in which it was last
    /// before records are lost; `perhaps cut in` where the log is damaged, and nothing says whether it had more of the run.
    package var flowOutcome: String {
        if history.endingStep != nil { return history.state.name }
        let way =
            switch history.loss {
            case .nothing: "waiting"
            case .possible: "perhaps cut"
            case .certain: "cut"
            }
        return "\(way) in \(history.state.name)"
    }

    private static func verdict(on history: RunHistory, knowing behavior: (any ProviderBehavior)?) -> Verdict {
        guard history.disagreement == nil else { return .notJudged(.disagreement) }
        if history.loss == .certain { return .notJudged(.cut) }
        if history.mayHaveEnded { return .notJudged(.perhapsCut) }
        guard history.annotations?.successes.isEmpty == false else { return .notJudged(.noSuccess) }
        guard let told = history.appOutcomes.last else { return .notJudged(.noEnd) }
        if let command = history.rejectedCommand(before: told.sequence) {
            return .notJudged(.rejected(command: command))
        }
        switch (told.outcome.ending, history.isSuccess) {
        case (.succeeded, true), (.cancelled, _): return .alike
        case (.failed, true): return .lost
        case (.succeeded, false):
            let effects = history.unanswered
            guard effects.isEmpty else { return .notJudged(.unanswered(effects: effects)) }
            guard let ending = history.endingStep, history.steps[ending].record.sequence < told.sequence else {
                return .alike
            }
            return .flowFailed
        case (.failed, false):
            if let behavior, let success = history.firstSuccess(toldBy: behavior),
                let answers = AnswerSearch(of: history, after: success).answers()
            {
                return .lostIfAnswered(answers)
            }
            let effects = history.unanswered
            return effects.isEmpty ? .alike : .notJudged(.unanswered(effects: effects))
        }
    }
}

extension RunHistory {
    /// Whether the run itself ended in a success of its flow.
    package var isSuccess: Bool { endingStep != nil && annotations?.successes.contains(state.name) == true }

    /// A command that the flow rejected before the record `sequence`; nil if it rejected none.
    ///
    /// A command to a sub-flow that had not begun is not among the steps, so it is looked for apart from them.
    fileprivate func rejectedCommand(before sequence: UInt64) -> String? {
        if let early = commandsBeforeLegs.first, early.sequence < sequence { return early.command }
        return steps.first {
            $0.eventRecord?.cause == .asked && $0.disposition == .rejected && $0.record.sequence < sequence
        }?.event
    }

    /// The sequence of the first record with a callback that tells an SDK's success; nil where there is none.
    fileprivate func firstSuccess(toldBy behavior: any ProviderBehavior) -> UInt64? {
        steps.first { $0.asHeard.map { behavior.meaning(of: $0) == .success } ?? false }?.record.sequence
    }
}

extension RunHistory.Step {
    /// The callback that the step heard, or that its source had retained; nil for any other step.
    package var asHeard: ProviderHappening? {
        guard let told = eventRecord, told.cause == .heard || told.cause == .retained else { return nil }
        return .heard(flow, event: told.event, fields: told.fields, unread: told.unread, isAddedByEdit: false)
    }
}

extension ShadowedRun.Reason {
    /// The reason in a few words.
    package var words: String {
        switch self {
        case .disagreement: "the records and the flow in the log disagree"
        case .cut: "further records are lost in damage"
        case .perhapsCut: "further records may be lost in damage"
        case .noSuccess: "the flow in the log names no success"
        case .noEnd: "the app told no end"
        case .rejected(let command): "the app did \(command) where the flow rejects it"
        case .unanswered(let effects): "the shadow was not told the answer to \(effects.joined(separator: ", "))"
        }
    }
}
