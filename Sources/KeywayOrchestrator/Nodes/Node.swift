public import KeywayCore
import KeywayLog
public import KeywayNodes
public import KeywayRuns

/// One of several equal processes that go on with the runs of a shared log.
///
/// A command, a webhook or a deadline of a run may come to any of them. A process that dies, stops or loses the log costs nobody a sign-in:
/// the others go on with what it had begun.
///
///     let node = try Node(in: await database.openSharedLog(), serving: services, keys: keys)
///     try await withThrowingTaskGroup(of: Void.self) { group in
///         group.addTask { await node.run() }
///         group.addTask { try await server.run() }
///         try await group.next()
///         group.cancelAll()
///     }
public final class Node: Sendable {
    private let core: NodeCore

    /// A node that does nothing before `run()`.
    ///
    /// - Parameters:
    ///   - log: the same one for all nodes.
    ///   - services: one for each flow that the node runs; several versions of a flow may be among them. With a run of another version the
    ///     node goes on where these handlers perform all effects of that version: by name, arguments and replies. Other runs it leaves to
    ///     other nodes.
    ///   - keys: has the keys of all nodes' runs, as `PostgresKeyStore` in the database of the log: with it the log has the personal and
    ///     secret values of flows that ask `restored when withValues` encrypted, and every node has them. All others the log withholds: a
    ///     flow whose effects take such values is refused without a store, and also with one if it does not ask.
    ///   - terms: what all nodes of the log have agreed upon.
    ///   - handlerPriority: that of the tasks in which handlers perform effects.
    ///   - tracer: is told of the records that this node appends, of the handlers that it calls and of keys that could not be erased. Its
    ///     `performed` is not called for an order of which a value is gone: the record of the order's end says so.
    /// - Throws: `NodeError.unreadableFlow`, `unfitFlow` for a flow that cannot run on many nodes, and
    ///   `refused(.servedTwice)` for two services of one version of a flow.
    public init(
        in log: SharedLog, serving services: [Orchestrator.Service], keys: (any KeyStore)? = nil,
        terms: NodeTerms = NodeTerms(),
        handlerPriority: TaskPriority = Orchestrator.defaultHandlerPriority,
        tracer: (any Orchestrator.Tracer)? = nil
    ) throws(NodeError) {
        for service in services { try service.served.flow.checkForNodes(hasKeys: keys != nil) }
        do throws(RunError) { try services.checkOneService(for: \.version.table) } catch { throw .refused(error) }
        core = NodeCore(
            NodeID(.random(in: .min ... .max)), in: log.engine, serving: services.map(\.served), keys: keys,
            terms: terms, handlerPriority: handlerPriority, tracer: tracer)
    }

    /// Works until the task is cancelled: renews the node's lease, lets deadlines happen, and goes on with runs that other nodes have left.
    ///
    /// Then it takes nothing more, ends what it has begun, and leaves the rest to other nodes. Call it once.
    /// - Parameter limit: how long it waits at most: for handlers that are at work and for what their replies lead to, and for keys
    ///   that are being erased. Meanwhile no other node takes over what this one performs. What is left after that, other nodes take
    ///   over within twice the lease of `NodeTerms`.
    public func run(drainingFor limit: Duration = .seconds(5)) async {
        core.start()
        await core.untilCancelled()
        await core.drain(for: limit)
    }

    /// Begins a run with its first command; asked again with the same identity, on any node, it finds the same run and the first answer.
    ///
    /// - Parameters:
    ///   - command: the flow's.
    ///   - flow: one that the node serves.
    ///   - parameters: what is chosen for the flow's parameters, fixed for the run.
    ///   - reference: the app's own opaque name for the run, of at most 1,024 bytes; never a secret.
    ///   - device: the app's own opaque name for the person's device, of at most 256 bytes: runs on one device share its SDKs and
    ///     lanes. Nil for a run that shares nothing with others; a flow whose sources retain callbacks needs one.
    ///   - id: the identity of the request, of at most 256 bytes, one for each start of all flows. Draw it where the request is made, so
    ///     that a request which is sent again has the same.
    /// - Returns: the run, and the answer of its first command. A rejected command leaves a run that waits for another one.
    /// - Throws: `NodeError`; after `outcomeUnknown` the log may have the run. `otherFlow` where another flow has begun by this identity;
    ///   `refused` where the identity or the reference is too long, or a parameter out of its range.
    public func start<Followed: Flow>(
        _ command: Followed.Command, of flow: Followed.Type, parameters: Followed.Parameters = .init(),
        reference: String? = nil, on device: String? = nil, id: String
    ) async throws(NodeError) -> (run: SharedRun<Followed>, answer: CommandAnswer) {
        try NodeError.checkIdentity(id)
        let (version, running) = FlowVersion.shared(for: flow)
        guard core.serves(version) else { throw .unserved(flow: running.table.name) }
        if running.hearsRetained, device == nil { throw .needsDevice(flow: running.table.name) }
        let deviceID = try device.map { (name) throws(NodeError) in try DeviceID(named: name) }
        let chosen: [Int: Value]
        do throws(RunError) {
            try RunError.checkReference(reference)
            chosen = try running.chosen(parameters.values)
        } catch {
            throw .refused(error)
        }
        var generator = SystemRandomNumberGenerator()
        guard let drawn = core.drawRun(using: &generator) else { throw .unavailable }
        let new = NewRun(
            run: drawn, flow: running, version: version, reference: reference,
            on: deviceID, command: Command(command.position, fields: command.values), request: id, parameters: chosen,
            salt: generator.next())
        do throws(NodeError) {
            let (run, answer) = try await core.ask { .begin(new, asker: $0) }
            return (SharedRun(run ?? new.run, in: core), answer ?? .accepted)
        } catch {
            switch error {
            // Nothing has happened, and nobody else knows the identity: the run never begins.
            case .notTaken, .unavailable, .refused, .unreadableDevice: core.keys?.eraseUnused(new.run)
            default: break
            }
            throw error
        }
    }

    /// A run by its identity, whichever node has begun it.
    ///
    /// - Parameters:
    ///   - id: the identity of the run. The log is asked only when the run is: then one that it does not have throws
    ///     `NodeError.noSuchRun`.
    ///   - flow: the flow that the run follows; for a run of another flow, what is asked of it throws
    ///     `NodeError.otherFlow`.
    public func run<Followed: Flow>(_ id: RunID, of flow: Followed.Type) -> SharedRun<Followed> {
        SharedRun(id, in: core)
    }

    /// The runs of a flow that are not over and began with a reference, the last one first; at most 100.
    ///
    /// A run that has ended is among them as long as a sub-flow that it left, or a handler of it, goes on: its `situation` is a final.
    /// - Parameters:
    ///   - flow: the flow that the runs follow. Runs of another version of it are among them where this node goes on with that version
    ///     and has met it: a node asks the log for the versions of runs that wait for something when it begins, and once in each lease.
    ///     Other runs are left out.
    ///   - reference: the app's own name for the runs.
    /// - Throws: `NodeError.unavailable`.
    public func runs<Followed: Flow>(
        of flow: Followed.Type, reference: String
    ) async throws(NodeError) -> [SharedRun<Followed>] {
        try await core.runs(referenced: reference, of: FlowVersion.shared(for: flow).version)
            .map { SharedRun($0, in: core) }
    }

    /// Takes a raw report of a provider's SDK on a device, for the run that holds the SDK: the one that called it last.
    ///
    /// The run hears it also after its end, until another run takes the SDK; an ended run that has no room for one more identity does not
    /// hear a report that has one. Where no run hears it only a `retained` callback is kept, for runs that begin later on the device. What
    /// came of it is durable when this returns.
    /// - Parameters:
    ///   - callback: any value whatever.
    ///   - flow: any flow that reads this provider by a `singleton` source, itself or in a sub-flow.
    ///   - device: the app's own name for it.
    ///   - id: the identity that the app on the device gave the report, the same where it sends the report again: a run that has heard it
    ///     does not hear it again, as in ``SharedRun/deliver(_:id:)``. A later run of the device may.
    /// - Returns: the run that has heard it; nil where none has.
    /// - Throws: `NodeError`; `refused(.noSharedSource)` for a flow that reads no `singleton` source, and `refused(.identityTooLong)` for
    ///   an identity of more than 256 bytes.
    @discardableResult
    public func deliver<Followed: Flow>(
        _ callback: consuming RawValue, as flow: Followed.Type, from device: String, id: String? = nil
    ) async throws(NodeError) -> RunID? {
        try NodeError.checkIdentity(id)
        let running = FlowVersion.shared(for: flow).flow
        let callback = callback.cutToGreatestDepth()
        let sources = running.table.singletons(saying: callback)
        if sources.isEmpty { throw .refused(.noSharedSource(flow: running.table.name)) }
        let deviceID = try DeviceID(named: device)
        let word = DeviceWord(callback, readBy: running, of: sources, id: id)
        return try await core.ask { .hearDevice(word, deviceID, asker: $0) }.run
    }

    // MARK: - What a monitor can ask

    /// The present, by the clock that the deadlines of situations go by, which is the log's: a time that it has reached for sure. Nil
    /// before the log has answered.
    public var now: Instant? { core.now }

    /// What the node has done since it began.
    public var counts: NodeCounts { core.counts }

    /// The last 1,000 runs that this node has met and did not go on with, each with the reason: `damaged` or `newer`, with which no
    /// node of this version of Keyway goes on, `key`, or `notTaken`, where the log refused what was to be appended. A run leaves the
    /// list when somebody asks it here and is answered. `NodeCounts.setAside` counts all.
    public var setAside: [RunID: NodeError] { core.setAside }

    /// The last 1,000 keys of ended runs that the key store did not erase, each with its reason. They open values that nobody needs any
    /// more. `NodeCounts.unerasedKeys` counts all, and the tracer is told of each.
    public var unerasedKeys: [RunID: String] { core.keys?.unerased ?? [:] }
}

extension DeviceID {
    /// The greatest length of a name, in bytes of UTF-8: the name is a key of a database table.
    private static let greatestLength = 256

    /// - Throws: `NodeError.emptyName` and `deviceNameTooLong`.
    fileprivate init(named name: String) throws(NodeError) {
        try NodeError.checkName(name)
        guard name.utf8.count <= Self.greatestLength else { throw .deviceNameTooLong(limit: Self.greatestLength) }
        self.init(name)
    }
}
