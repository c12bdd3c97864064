import KeywayCore
import KeywayOrchestrator
import ProviderFlows

/// Where a sign-in is: the run, and the ways that it has tried so far.
struct Place: Sendable {
    /// Nil before the run has told it.
    var root: Run<PhoneLogin>.Situation?
    var silent: Run<OTPlessSNA>.Situation?
    var smart: Run<OTPlessSmartAuth>.Situation?
    var truecaller: Run<TruecallerOTP>.Situation?
    var offline: Run<OfflineOTP>.Situation?

    /// What the person is asked; nil on the way to it: the run goes on at once when a way begins or has ended.
    var question: Question? {
        guard let root else { return nil }
        let question = Question.of(root.state, root.context)
        switch root.state {
        case .idle, .preparing, .authenticated, .codePresented, .failed, .cancelled: return question
        case .bySilence: return question.with(silent.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .bySmart: return question.with(smart.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .byTruecaller:
            return question.with(truecaller.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        case .byCode: return question.with(offline.flatMap { $0.state.isPassed ? nil : .of($0.state, $0.context) })
        }
    }
}

extension FlowState {
    /// Whether a way is only for a moment in the state: it gets its first command there, or has ended.
    fileprivate var isPassed: Bool { isFinal || rawValue == 0 }
}
