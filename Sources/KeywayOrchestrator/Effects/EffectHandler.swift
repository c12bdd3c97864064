public import Keyway

/// What an app does when a run orders something.
public protocol EffectHandler: Sendable {
    /// Begins an effect without replies.
    ///
    /// Effects of a run are begun one after the other, in the order in which they were ordered; what takes long goes elsewhere.
    func begin(_ order: EffectOrder, of run: RunID)

    /// Performs an effect with replies and answers with one of them.
    ///
    /// An error counts as the effect's `otherwise`, and so does an answer that takes longer than the flow allows.
    func answer(_ order: EffectOrder, of run: RunID) async throws -> EffectAnswer
}

/// A reply of an effect, by its position in the flow's table, with its fields.
public struct EffectAnswer: Equatable, Sendable {
    public var reply: Int
    public var fields: [Value?]

    public init(reply: Int, fields: [Value?] = []) {
        self.reply = reply
        self.fields = fields
    }
}
