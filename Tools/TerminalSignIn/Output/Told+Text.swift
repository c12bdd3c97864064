import KeywayRuns

extension Told {
    /// The text for people; nil for what only programs get.
    var text: String? {
        switch self {
        case .isThere(let run, let cameBack):
            cameBack
                ? "The sign-in \(run) came back. Numbers, codes and tokens are gone: the log never had them."
                : "A sign-in begins: run \(run)."
        case .shown: nil
        case .place(let question): question.text
        case .answered(_, let command, _, .accepted): "\(command): accepted"
        case .answered(_, let command, _, .rejected(.notNow)): "\(command): not now"
        case .answered(_, let command, _, .rejected(.ended)): "\(command): that is over"
        case .misunderstood(let sentence): sentence
        case .begun(let effect): "    the app performs \(effect)"
        case .failed(let effect, let reason): "    \(effect) failed: \(reason)"
        case .spoken(let provider, let word): "    \(provider) says: \(word)"
        case .message(let provider, let code): "    a message on your phone, by \(provider): your code is \(code)"
        case .code(let code): "    your phone shows a code: \(code)"
        case .help(let page): page
        case .note(let sentence): sentence
        case .unresumed(let sentence): sentence
        case .ended(_, let state): "The sign-in has ended: \(state)."
        }
    }
}
