package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What a node wants done, in this order.
package enum NodeOutput: Sendable {
    /// The engine is asked; its answer comes back under the same number.
    case send(EngineStatement, number: UInt64)
    /// A handler is called for an order that is durable, but not from that moment of the monotonic clock on: another node may answer the
    /// order then. Whoever calls the handler checks the time right before.
    case perform(LegOrder, before: Int64)
    /// Nobody waits for the answer of the order's handler any more.
    case cancel(EffectOrder.Key)
    /// The handlers that were made for the run are wanted no more, once none of them is at work: the run is over, another node goes on with
    /// it, or this one has forgotten it. An order that comes later gets new ones.
    case letGo(RunID)
    /// Whoever asked is told.
    case answer(Asker, NodeAnswer)
    /// This node does not go on with the run, because its records cannot follow each other, or not by this version of Keyway, because
    /// its values cannot be read here, or because the log does not take what is to be appended. Other nodes may. (The engine sets a run
    /// aside in another sense: no look of any node finds it then.)
    case setAside(RunID, UnfoldedRun)
    /// Nobody needs the run's key any more: the run has ended, or another one has begun in its place.
    case eraseKey(RunID)
    /// Records that this node has appended are durable; with the name of the run's flow, and how many milliseconds after they were
    /// first sent.
    case recorded([Record], flow: String, after: Int64)
    /// A run that is observed has gone on, or is known for the first time: it is as `NodeMachine.machine(of:)` has it.
    case changed(RunID)
    /// Nothing more can be told of a run that is observed.
    case lost(RunID, NodeAnswer)
}

/// What an asker is told.
package enum NodeAnswer: Equatable, Sendable {
    /// The input was decided and is durable: the run that was asked, or has begun, and the answer of a command.
    case decided(RunID, CommandAnswer?)
    /// No run holds the source of the report. The report is kept for later runs, where the flow says so.
    case kept
    /// The caller made a mistake.
    case refused(RunError)
    /// The run follows a flow, or a version of it, that this node does not serve; another node may.
    case unserved(flow: String)
    /// No run has this identity.
    case noSuchRun
    /// The run follows this flow, and not the one that whoever asked believed.
    case otherFlow(String)
    /// The run follows this flow, and another version of it than whoever asked believed.
    case otherVersion(flow: String)
    /// The log has nothing of the input and gets nothing of it: the node does not take it, or has given it up.
    case unavailable
    /// The input may be in the log. Asked again with the same identity, on any node, it gets the first answer.
    case outcomeUnknown
    /// As many callers wait as the node lets wait (`NodeTerms.greatestWaiting`); the same input may be taken later.
    case overloaded
    /// The log has records of the run that cannot follow each other.
    case damaged(MalformedRecord)
    /// A newer version of Keyway wrote records of the run, as `UnfoldedRun.newer` says. Nothing has happened.
    case newer(sequence: UInt64)
    /// The run's values cannot be encrypted or opened here and now. Nothing has happened.
    case locked(KeyError)
    /// The log never takes what the input leads to; the text is the log's reason. Nothing has happened.
    case notTaken(String)
    /// The row of the run's device, or of the device that a report came from, cannot be read by this version of Keyway. Nothing has
    /// happened.
    case unreadableDevice(DeviceID)
    /// The log has lost records of the run that it had told to be durable.
    case regressed
}

extension NodeAnswer {
    /// Whoever asked believed that the run follows another flow, or another version of it.
    ///
    /// - Parameters:
    ///   - flow: that the run follows.
    ///   - asked: that it was believed to follow.
    package static func mismatch(of flow: RunningFlow, asked: RunningFlow) -> NodeAnswer {
        let name = flow.table.name
        return name == asked.table.name ? .otherVersion(flow: name) : .otherFlow(name)
    }
}
