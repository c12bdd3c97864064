package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// A run that is to begin.
package struct NewRun: Sendable {
    package var run: RunID
    package var flow: RunningFlow
    package var version: FlowVersion
    /// The app's own name for the run; nil where it gave none.
    package var reference: String?
    /// The device whose sources and lanes the run shares with other runs; nil for a run that shares none.
    package var device: DeviceID?
    /// The run's first command. Its identity is `request`.
    package var command: Command
    /// The identity of the request to begin the run: asked for again with it, on any node, the same run is found.
    package var request: String
    /// The values that are chosen for the flow's parameters, by the parameters' positions among the variables of the flow.
    package var parameters: [Int: Value]
    /// A part of the keys of all orders of the run.
    package var salt: UInt64

    /// - Parameters:
    ///   - device: whose sources and lanes the run shares with other runs; nil for a run that shares none.
    ///   - command: the first command; its identity becomes `request`.
    package init(
        run: RunID, flow: RunningFlow, version: FlowVersion, reference: String? = nil, on device: DeviceID? = nil,
        command: Command, request: String, parameters: [Int: Value] = [:], salt: UInt64
    ) {
        self.run = run
        self.flow = flow
        self.version = version
        self.reference = reference
        self.device = device
        self.command = command
        self.command.id = request
        self.request = request
        self.parameters = parameters
        self.salt = salt
    }
}
