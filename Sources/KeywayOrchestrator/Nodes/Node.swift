package import KeywayCore
import KeywayLog
package import KeywayNodes
package import KeywayRuns

/// One of several equal processes that go on with the runs of a shared log.
///
/// A command, a webhook or a deadline of a run may come to any of them. A process that dies, stops or loses the log costs nobody a sign-in:
/// the others go on with what it had begun.
package final class Node: Sendable {
    private let core: NodeCore

    /// - Parameters:
    ///   - log: the same one for all nodes.
    ///   - services: one for each flow that the node runs. Runs of other flows are left to other nodes.
    ///   - keys: has the keys of all nodes' runs, as one in the database of the log: with it the log has personal and secret values
    ///     encrypted, and every node has them. Without one the log withholds them, and flows whose effects take such values are refused.
    ///   - terms: what all nodes of the log have agreed upon.
    ///   - handlerPriority: that of the tasks in which handlers perform effects.
    /// - Throws: `NodeError.unreadableFlow`, and `unfitFlow` for a flow that cannot run on many nodes.
    package init(
        in log: any SharedLog, serving services: [Orchestrator.Service], keys: (any KeyStore)? = nil,
        terms: NodeTerms = NodeTerms(),
        handlerPriority: TaskPriority = Orchestrator.defaultHandlerPriority
    ) throws(NodeError) {
        for service in services { try service.served.flow.checkForNodes(hasKeys: keys != nil) }
        core = NodeCore(
            NodeID(.random(in: .min ... .max)), in: log, serving: services.map(\.served), keys: keys,
            terms: terms, handlerPriority: handlerPriority)
    }

    /// Lives until the task is cancelled: says that the node lives, lets deadlines happen, and goes on with what others have left.
    ///
    /// Then it takes nothing more, waits for handlers that are at work, at most so long, and leaves the rest to other nodes.
    package func run(drainingFor limit: Duration = .seconds(5)) async {
        core.start()
        await core.untilCancelled()
        await core.drain(for: limit)
    }

    /// The runs that this node has met and does not go on with, each with the reason: `damaged`, with which no node goes on, or `key`,
    /// until the run's key is to be had here.
    package var setAside: [RunID: NodeError] { core.setAside }

    /// Keys of ended runs that the key store did not erase, each with its reason. They open values that nobody needs any more.
    package var unerasedKeys: [RunID: String] { core.keys?.unerased ?? [:] }

    /// Begins a run with its first command; asked again with the same identity, on any node, it finds the same run and the first answer.
    ///
    /// - Parameters:
    ///   - command: the flow's.
    ///   - flow: one that the node serves.
    ///   - parameters: what is chosen for the flow's parameters, fixed for the run.
    ///   - reference: the app's own opaque name for the run; never a secret.
    ///   - device: the app's own opaque name for the person's device, of at most 256 bytes: runs on one device share its SDKs and lanes. Nil
    ///     for a run that shares nothing with others; a flow whose sources retain callbacks needs one.
    ///   - id: the identity of the request.
    /// - Throws: `NodeError`.
    package func start<Followed: Flow>(
        _ command: Followed.Command, of flow: Followed.Type, parameters: Followed.Parameters = .init(),
        reference: String? = nil, on device: String? = nil, id: String
    ) async throws(NodeError) -> (run: RunID, answer: CommandAnswer) {
        let (version, running) = FlowVersion.shared(for: flow)
        guard core.serves(version) else { throw .unserved(flow: running.table.name) }
        if running.hearsRetained, device == nil { throw .needsDevice(flow: running.table.name) }
        let place = try device.map { (name) throws(NodeError) in try DeviceID(named: name) }
        let chosen: [Int: Value]
        do throws(RunError) { chosen = try running.chosen(parameters.values) } catch { throw .refused(error) }
        var generator = SystemRandomNumberGenerator()
        let new = NewRun(
            run: .random(using: &generator), flow: running, version: version, reference: reference,
            on: place, command: Command(command.position, fields: command.values), request: id, parameters: chosen,
            salt: generator.next())
        let (run, answer) = try await core.ask { .begin(new, asker: $0) }
        return (run ?? new.run, answer ?? .accepted)
    }

    /// Asks a command of a run; asked again with the same identity, on any node, it gets the first answer.
    ///
    /// - Throws: `NodeError`; after `outcomeUnknown` the log may have the command.
    @discardableResult
    package func send<Followed: Flow>(
        _ command: Followed.Command, of flow: Followed.Type, to run: RunID, id: String
    ) async throws(NodeError) -> CommandAnswer {
        let command = Command(command.position, fields: command.values, id: id)
        return try await core.ask { .receive(.command(command), of: run, asker: $0) }.answer ?? .accepted
    }

    /// Takes a provider's raw report of a run, whatever it is; what came of it is durable when this returns.
    ///
    /// A report has no identity: delivered twice, it comes twice, and the flow decides what the second one means.
    /// - Throws: `NodeError`.
    package func deliver<Followed: Flow>(
        _ callback: consuming RawValue, as flow: Followed.Type, to run: RunID
    ) async throws(NodeError) {
        let word = DeviceWord(callback.cutToGreatestDepth(), readBy: FlowVersion.shared(for: flow).flow)
        _ = try await core.ask { .hear(word, of: run, asker: $0) }
    }

    /// Takes a raw report of a provider's SDK on a device, for the run that holds the SDK: the one that called it last.
    ///
    /// The run hears it also after its end, until another run takes the SDK. Before any run holds it only a `retained` callback is kept, for
    /// runs that begin later on the device. What came of it is durable when this returns.
    /// - Parameters:
    ///   - callback: any value whatever.
    ///   - flow: any flow that reads this provider, itself or in a sub-flow.
    ///   - device: the app's own name for it.
    /// - Returns: the run that has heard it; nil where none holds the SDK.
    /// - Throws: `NodeError`; `refused(.noSharedSource)` for a flow without such a source.
    @discardableResult
    package func deliver<Followed: Flow>(
        _ callback: consuming RawValue, as flow: Followed.Type, from device: String
    ) async throws(NodeError) -> RunID? {
        let running = FlowVersion.shared(for: flow).flow
        let callback = callback.cutToGreatestDepth()
        let sources = running.table.singletons(saying: callback)
        if sources.isEmpty { throw .refused(.noSharedSource(flow: running.table.name)) }
        let place = try DeviceID(named: device)
        let word = DeviceWord(callback, readBy: running, of: sources)
        return try await core.ask { .hearDevice(word, place, asker: $0) }.run
    }

    /// Where the run is now, as the log has it.
    ///
    /// - Throws: `NodeError`.
    package func situation<Followed: Flow>(
        of flow: Followed.Type, at run: RunID
    ) async throws(NodeError) -> Run<Followed>.Situation? {
        // What is due happens first; and the log is asked whether the run has moved on.
        _ = try await core.ask { .receive(.timers, of: run, asker: $0) }
        return core.view(of: run).flatMap { try? Run<Followed>.Situation($0, at: 0) }
    }
}

extension DeviceID {
    /// The greatest length of a name, in bytes of UTF-8: it is a key of a table.
    private static let greatestLength = 256

    /// - Throws: `NodeError.deviceNameTooLong`.
    fileprivate init(named name: String) throws(NodeError) {
        guard name.utf8.count <= Self.greatestLength else { throw .deviceNameTooLong(limit: Self.greatestLength) }
        self.init(name)
    }
}
