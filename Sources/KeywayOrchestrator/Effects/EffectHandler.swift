package import KeywayCore

/// What an app does when a run orders something. It is a class, so that a run keeps no more than a reference to it.
package protocol EffectHandler: AnyObject, Sendable {
    /// Performs an effect, and answers with one of its replies; nil for an effect without replies.
    ///
    /// `leg` names the sub-flows from the root to the one that ordered it, `silent` or `outer.inner`; nil is the run
    /// itself. Each performance runs up to where it first waits before the next one begins, in the order of the orders;
    /// none waits for another's end. After an error the flow gets the effect's `otherwise`, the reply that it
    /// declares for this case, and so it does where the answer takes longer than it allows. The task is cancelled when
    /// nobody waits for the answer any more.
    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer?
}

/// A reply of an effect, by its position in the flow's table, with its fields.
package struct EffectAnswer: Equatable, Sendable {
    /// By its position among the events of the leg's flow; one that the effect declares.
    package var reply: Int
    /// In the order of the reply's fields; nil is absent.
    package var fields: [Value?]

    package init(reply: Int, fields: [Value?] = []) {
        self.reply = reply
        self.fields = fields
    }
}
