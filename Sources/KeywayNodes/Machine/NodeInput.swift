package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What may come to a node.
package enum NodeInput: Sendable {
    /// `NodeMachine.nextDue` was reached.
    case time
    /// Somebody wants a run to begin.
    case begin(NewRun, asker: Asker)
    /// A command or a callback for a run; nobody waits for an answer where `asker` is nil.
    case receive(Input, of: RunID, asker: Asker?)
    /// A handler of this node has finished, with a reply where it answered.
    case handled(LegOrder, reply: Reply?, Closing)
    /// The time had passed in which the order's handler was to be called, so it was not.
    case notPerformed(LegOrder)
    /// Whoever asked waits no longer.
    case withdraw(Asker)
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

/// Who asked something of a node, as a number that the caller of the node gave.
package struct Asker: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// A run that is to begin.
package struct NewRun: Sendable {
    package var run: RunID
    package var flow: RunningFlow
    package var version: FlowVersion
    package var reference: String?
    /// What the run begins with. Its identity is that of the request: asked again with it, on any node, the same run is found.
    package var command: Command
    package var request: String
    /// What is chosen for parameters of the flow, by their positions among its variables.
    package var parameters: [Int: Value]
    /// A part of the keys of all orders of the run.
    package var salt: UInt64

    /// - Parameter command: gets the identity of the request.
    package init(
        run: RunID, flow: RunningFlow, version: FlowVersion, reference: String? = nil, command: Command,
        request: String, parameters: [Int: Value] = [:], salt: UInt64
    ) {
        self.run = run
        self.flow = flow
        self.version = version
        self.reference = reference
        self.command = command
        self.command.id = request
        self.request = request
        self.parameters = parameters
        self.salt = salt
    }
}
