package import KeywayCore
package import KeywayLog

/// What may come to a run.
package enum Input: Sendable {
    /// The app asks for something.
    case command(Command)
    /// A provider called back. `call` is the call that it answers, where that is known; `number` is that of the retained
    /// callback, where the source retains it.
    case callback(CallbackReading, answering: ProviderCall?, number: UInt64?)
    /// A handler answered an order of a leg with an event of the leg's flow.
    case reply(EffectOrder.Key, leg: Int, event: Int, fields: [Value?])
    /// A handler finished without an answer: it returned, threw, was not called, or died with its process.
    case finished(EffectOrder.Key, leg: Int, Closing)
    /// A leg holds the lane that it asked for with the record of this sequence.
    case granted(leg: Int, lane: Int, asked: UInt64)
    /// A leg is about to call its source: it hears first what the source retained.
    case retained(leg: Int)
    /// Timers that are due fire, and effects whose limit is past get their `otherwise`.
    case timers
    /// The same, and effects whose limit is reached just now: nothing else comes at this instant.
    case limits
}

/// A command as an app asks it.
package struct Command: Sendable {
    /// By its position among the events of the leg's flow.
    package var position: Int
    /// In the order of the command's fields; nil is absent.
    package var fields: [Value?]
    /// The sub-flow that is asked, `silent` or `outer.inner`: the leg of this name that began last. Nil is the run itself.
    package var leg: String?
    /// The same command with the same identity gets the first answer, and nothing else happens.
    package var id: String?

    package init(_ position: Int, fields: [Value?] = [], to leg: String? = nil, id: String? = nil) {
        self.position = position
        self.fields = fields
        self.leg = leg
        self.id = id
    }
}
