import KeywayCore
import KeywayOrchestrator
import ProviderFlows

/// Where a sign-in is: the situation (a state with its values) of the run itself, and of each way (sub-flow) that it has tried so far.
struct Place: Sendable {
    /// Nil before the run has yielded its first situation.
    var root: Run<PhoneLogin>.Situation?
    var silent: Run<OTPlessSNA>.Situation?
    var smart: Run<OTPlessSmartAuth>.Situation?
    var truecaller: Run<TruecallerOTP>.Situation?
    var offline: Run<OfflineOTP>.Situation?

    /// What the person is asked; nil before the first situation, and where a way has just begun or ended, as the run then goes on at once.
    var question: Question? {
        guard let root else { return nil }
        let question = Question.of(root.state, root.context)
        switch root.state {
        case .idle, .byOneTap, .preparing, .authenticated, .codePresented, .failed, .cancelled: return question
        case .bySilence: return question.with(silent.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .bySmart: return question.with(smart.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .byTruecaller:
            return question.with(truecaller.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .byCode: return question.with(offline.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        }
    }
}

extension FlowState {
    /// Whether the run goes on from the state at once: the way's first state, in which the run sends it the first command, or a final.
    fileprivate var isPassed: Bool { isFinal || rawValue == 0 }
}
