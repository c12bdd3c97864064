package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What may come to a node.
package enum NodeInput: Sendable {
    /// The time was reached that `NodeMachine.receive` returned last. Before the first one a node refuses what it is asked.
    case time
    /// Somebody wants a run to begin.
    case begin(NewRun, asker: Asker)
    /// A command or a callback for a run; nobody waits for an answer where `asker` is nil. With a flow, a run of another flow, or of another
    /// version of it, is not asked: its commands have other places.
    case receive(Input, of: RunID, following: RunningFlow? = nil, asker: Asker?)
    /// A provider's report that is meant for a run, whoever holds its source.
    case hear(DeviceWord, of: RunID, asker: Asker?)
    /// A provider's report of a device, for whoever holds its source.
    case hearDevice(DeviceWord, DeviceID, asker: Asker?)
    /// A handler of this node has finished, with a reply where it answered.
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
