/// Which answers of its backend an app's handler tells the shadow beside it.
package enum ToldAnswers: String, CaseIterable, Sendable {
    /// Those to its own questions, as far as the flow asks the same at the same point; what else the flow asks stays unanswered.
    ///
    /// So of some sign-ins nothing can be said.
    case own
    /// Every answer for which the flow asks: the handler asks its backend for the flow too.
    ///
    /// So that each sign-in can be judged, the person besides does nothing that the flow rejects and the handler takes.
    case every
}
