package import KeywayCore
package import KeywayLog

/// What may come to a run.
package enum Input: Sendable {
    /// The app asks a command.
    case command(Command)
    /// A provider called back.
    ///
    /// - Parameters:
    ///   - answering: the call of the SDK that the callback answers; nil where that is not known.
    ///   - number: which of the callbacks it is that the sources of the run's device retained since the first, counted from 1; nil where no
    ///     source retains it.
    ///   - id: the identity, if any, that whoever delivers the callback gave it: a callback that comes again with the same identity does
    ///     nothing.
    case callback(CallbackReading, answering: ProviderCall?, number: UInt64?, id: String? = nil)
    /// A handler answered an order of a leg with an event of the leg's flow.
    case reply(EffectOrder.Key, leg: Int, event: Int, fields: [Value?])
    /// An order ended without an answer: its handler returned, threw, was never called, or died with its process.
    case finished(EffectOrder.Key, leg: Int, Closing)
    /// A leg gets the lane that it asked for; `asked` is the sequence of the record that asked. Nothing happens if that request does not
    /// wait any more: the leg has left the lane's scope, and may have asked anew.
    case granted(leg: Int, lane: Int, asked: UInt64)
    /// An order of the leg is about to call a provider, and the run has become the holder of the `singleton` sources of the leg's flow:
    /// before the call the leg hears the retained callbacks that it has not heard yet.
    case retained(leg: Int)
    /// The app's own handler, beside which this run is a shadow, ended its sign-in. The flow does not hear of it.
    case appEnded(AppOutcome)
    /// The nodes that performed these orders are gone: this node performs an order that may be performed again, and any other order, such
    /// as one that is `once` or needs a value that is gone, ends as interrupted; a `volatile` one without replies is just forgotten.
    case takenOver([EffectOrder.ID])
    /// Timers that are due fire, and effects whose limit, the time for a reply, is past get their `otherwise`. An effect whose limit is
    /// this very instant may still be answered by another input of the instant.
    case timeReached
    /// The last input of this instant. All happens as with `timeReached`, and effects whose limit is this very instant get their
    /// `otherwise` as well.
    case instantEnded
}

/// A command as an app asks it.
package struct Command: Sendable {
    /// By its position among the events of the leg's flow.
    package var position: Int
    /// In the order of the command's fields; nil is absent.
    package var fields: [Value?]
    /// The sub-flow whose leg gets the command, such as `silent`, or `outer.inner` for a sub-flow of a sub-flow; where several legs of it
    /// have begun, the one that began last. Nil is the run itself.
    package var leg: String?
    /// The identity that the app gave the command, if any. A command that comes again with it gets the first answer,
    /// and nothing else happens.
    package var id: String?

    package init(_ position: Int, fields: [Value?] = [], to leg: String? = nil, id: String? = nil) {
        self.position = position
        self.fields = fields
        self.leg = leg
        self.id = id
    }
}
