import KeywayRuns

extension Told {
    /// One line for programs, without a line end; nil for what only people get.
    var line: String? {
        switch self {
        case .isThere(let run, let cameBack): "\(cameBack ? "back" : "new") \(run)"
        case .shown(let run, let leg, let state): "shown \(run) \(leg ?? "-") \(state)"
        case .answered(let run, let command, let id, let answer):
            "answered \(run) \(id) \(answer == .accepted ? "accepted" : "rejected") \(command)"
        case .begun(let effect): "begun \(effect)"
        case .spoken(let provider, let word): "spoken \(provider) \(word)"
        case .ended(let run, let state): "ended \(run) \(state)"
        case .unresumed(let sentence): "aside \(sentence)"
        case .misunderstood(let sentence): "misunderstood \(sentence)"
        case .place, .failed, .message, .code, .help, .note: nil
        }
    }
}
