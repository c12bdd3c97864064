public import KeywayCore
import KeywayLog
import KeywayNodes
public import KeywayRuns

/// A run of a generated flow that any node may go on with, as one node reaches it.
///
/// The value holds the run's identity and the node of this process that asks it: another process makes one of the same identity by
/// `Node.run(_:of:)`. All that is told of the run is durable. In a situation `event` is nil, because another node may have decided the
/// event that led there.
public struct SharedRun<Followed: Flow>: Sendable {
    /// The identity by which the log has the run; `keyway replay LOG --run` takes it.
    public let id: RunID
    private let core: NodeCore

    init(_ id: RunID, in core: NodeCore) {
        self.id = id
        self.core = core
    }

    private var flow: RunningFlow { FlowVersion.shared(for: Followed.self).flow }

    /// Asks a command; asked again with the same identity, on any node, it gets the first answer and nothing else happens.
    ///
    /// - Parameters:
    ///   - command: a command of the flow.
    ///   - id: the identity of the request, drawn for each thing that a person does. The values of personal, secret and transient fields
    ///     are not compared, so two commands that differ in these values alone count as the same: a second code with the identity of the
    ///     first is not heard. A run takes 1,024 identities, each of at most 256 bytes; further ones get `refused(.tooManyIdentities)`,
    ///     and longer ones `refused(.identityTooLong)`.
    /// - Throws: `NodeError`; after `outcomeUnknown` the log may have the command.
    public func send(_ command: Followed.Command, id: String) async throws(NodeError) -> CommandAnswer {
        try await send(Command(command.position, fields: command.values, id: id))
    }

    /// Asks a command of a sub-flow, as it runs now or ran last.
    ///
    /// - Parameters:
    ///   - command: a command of the sub-flow.
    ///   - leg: the sub-flow, such as `.smart`; before it has begun the answer is `rejected`.
    ///   - id: as in `send(_:id:)`.
    /// - Throws: `NodeError`.
    public func send<Child: Flow>(
        _ command: Child.Command, to leg: SubFlow<Followed, Child>, id: String
    ) async throws(NodeError) -> CommandAnswer {
        try await send(Command(command.position, fields: command.values, to: leg.name, id: id))
    }

    private func send(_ command: Command) async throws(NodeError) -> CommandAnswer {
        try NodeError.checkIdentity(command.id)
        let flow = flow
        let told = try await core.ask { .receive(.command(command), of: id, following: flow, asker: $0) }
        return told.answer ?? .accepted
    }

    /// Takes a provider's raw report of this run, whatever it is; what came of it is durable when this returns.
    ///
    /// - Parameters:
    ///   - callback: any value whatever; what lies deeper in it than `RawValue.greatestDepth` is not read.
    ///   - id: the identity that the sender gave this delivery, such as the header by which a webhook is known again: delivered again with
    ///     it, on any node, nothing happens. Without one a report that is delivered twice comes twice, and the flow decides what the second
    ///     one means. A run takes 1,024 identities, those of commands among them; further ones get `refused(.tooManyIdentities)`, and one
    ///     of more than 256 bytes `refused(.identityTooLong)`.
    /// - Throws: `NodeError`; after `outcomeUnknown` the log may have the report.
    public func deliver(_ callback: consuming RawValue, id: String? = nil) async throws(NodeError) {
        try NodeError.checkIdentity(id)
        let word = DeviceWord(callback.cutToGreatestDepth(), readBy: flow, id: id)
        _ = try await core.ask { .hear(word, of: self.id, asker: $0) }
    }

    /// Where the run and its sub-flows are now, as the log has them: what is due has happened.
    ///
    /// - Throws: `NodeError`.
    public var situation: Run<Followed>.Situation {
        get async throws(NodeError) {
            let flow = flow
            // What is due happens first; and the log is asked whether the run has gone on.
            _ = try await core.ask { .receive(.timeReached, of: id, following: flow, asker: $0) }
            let view = try core.view(of: id, following: flow)
            guard let situation = try? Run<Followed>.Situation(view, at: 0) else {
                throw .unreadableFlow(flow.table.name)
            }
            return situation
        }
    }

    /// Where the run and its sub-flows are from now on, the present first; it ends with the run.
    ///
    /// A change by another node is told within half a second or so. Of changes that follow each other closely the last one is told, so
    /// that a slow observer is never behind. The stream ends with a `NodeError` where this node cannot go on with the run, or is ending. As
    /// long as the key store does not give the key that encrypts the run's values, nothing is told.
    public var situations: AsyncThrowingStream<Run<Followed>.Situation, any Error> {
        core.views(of: id, following: flow) { try Run<Followed>.Situation($0, at: 0) }
    }

    /// Where a sub-flow is from now on, as it runs now or ran last, its finals too; nothing before it has begun.
    ///
    /// The stream ends as `situations` does: with the run.
    /// - Parameter leg: the sub-flow, such as `.smart`.
    public func situations<Child: Flow>(
        of leg: SubFlow<Followed, Child>
    ) -> AsyncThrowingStream<Run<Child>.Situation, any Error> {
        guard flow.subFlow(named: leg.name)?.table.name == Child.table.name else {
            return AsyncThrowingStream { $0.finish(throwing: NodeError.refused(.noSuchLeg(leg.name))) }
        }
        let last = Lock<LegView?>(nil)
        return core.views(of: id, following: flow) { view in
            guard let place = view.leg(named: leg.name) else { return nil }
            let isNews = last.withLock { last in
                defer { last = view.legs[place] }
                return last != view.legs[place]
            }
            return isNews ? try Run<Child>.Situation(view, at: place) : nil
        }
    }
}
