package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What may come to a node.
package enum NodeInput: Sendable {
    /// The moment has come that `NodeMachine.receive` returned last. The first one starts the node: it sends a beat, and until the engine
    /// has answered a beat the node refuses what it is asked.
    case time
    /// Somebody wants a run to begin.
    case begin(NewRun, asker: Asker)
    /// A command for a run, or `timeReached` of an asker that only wants to know where the run is; nobody waits for an answer where `asker`
    /// is nil. `following` is the flow that the asker believes the run to follow, nil where any will do: a run of another flow refuses the
    /// input, and so does one of another version of the flow that lacks the command.
    case receive(Input, of: RunID, following: RunningFlow? = nil, asker: Asker?)
    /// A provider's report that is meant for this run, whichever run holds its source.
    case hear(DeviceWord, of: RunID, asker: Asker?)
    /// A provider's report from a device, for the run that holds its source.
    case hearDevice(DeviceWord, DeviceID, asker: Asker?)
    /// A handler of this node has finished: with the reply where it gave one, and with how it ended (it returned, or threw an error).
    case handled(LegOrder, reply: Reply?, Closing)
    /// The order's handler was not called, because the time to call it had passed.
    case notPerformed(LegOrder)
    /// An asker waits no longer.
    case withdraw(Asker)
    /// Somebody wants to be told of each change of the run.
    case observe(RunID)
    /// Nobody wants to be told of the run's changes any more.
    case endObserving(RunID)
    /// The node is to end: it takes nothing more and begins no look. Looks that it has begun, deadlines that it keeps and handlers go
    /// on, under its lease.
    case drain
    /// The engine has answered the statement of this number.
    case answered(UInt64, Result<EngineAnswer, EngineFailure>)

    /// What a handler answered.
    package struct Reply: Sendable {
        /// By its position among the events of the leg's flow.
        package var event: Int
        /// In the order of the reply's fields; nil is absent.
        package var fields: [Value?]

        package init(event: Int, fields: [Value?] = []) {
            self.event = event
            self.fields = fields
        }
    }
}
