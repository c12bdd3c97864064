import KeywayCore
import KeywayNodes
public import KeywayRuns

/// Why a node did not do what it was asked.
public enum NodeError: Error, Equatable, Sendable {
    /// The caller made a mistake.
    case refused(RunError)
    /// The log has no such run.
    case noSuchRun
    /// The run follows the named flow, and not the one that was asked for; or the identity of a start is that of a start of this flow.
    case otherFlow(String)
    /// The run follows another version of the named flow than the one that was asked for, and that version does not have this command,
    /// or has other states.
    case otherVersion(flow: String)
    /// The run follows a flow, or a version of it, for which this node has no handlers. Another node may.
    case unserved(flow: String)
    /// The log cannot be reached now, or the node has not begun or is ending. Nothing has happened.
    case unavailable
    /// The log may have the command: asked again with the same identity, on any node, it gets the first answer.
    case outcomeUnknown
    /// As many callers wait for the log as the node lets wait; the same may be asked again later. Nothing has happened.
    case overloaded
    /// The log has records of the run that cannot follow each other: the record with this sequence is the first that cannot stand behind
    /// those before it.
    case damaged(sequence: UInt64)
    /// A newer version of Keyway wrote some record of the run from this sequence on, which this node does not know. The
    /// run is sound, and nothing has happened; a node of that version may take the same.
    case newer(sequence: UInt64)
    /// The log has lost records of the run that it had told to be durable, as after a failover without a second copy.
    case regressed
    /// The run's values cannot be encrypted or opened by this node now. Nothing has happened; other runs go on.
    case key(KeyError)
    /// The log never takes what this would append: it is too large, or a rule of the database forbids it, as the text says. Nothing has
    /// happened; other runs go on.
    case notTaken(String)
    /// The log's row of the device cannot be read here: a node of a later version of Keyway has written it, or it is damaged. Nothing has
    /// happened; another node may take the same.
    case unreadableDevice
    /// The flow's generated code is damaged, or was made by another version of the generator.
    case unreadableFlow(String)
    /// A source of the flow retains callbacks, which are kept with a device: the run has to be begun on one.
    case needsDevice(flow: String)
    /// The name of the device has more bytes of UTF-8 than `limit`.
    case deviceNameTooLong(limit: Int)
    /// The identity of a request or of a report, or the name of a device, is an empty text, such as a missing header that was read as one:
    /// it would be the same for everybody.
    case emptyName
    /// The flow cannot run on many nodes.
    case unfitFlow(String, Unfitness)

    /// Why a flow cannot run on many nodes.
    public enum Unfitness: Hashable, Sendable {
        /// A source of the flow retains callbacks that bring personal, secret or transient values, which no database may have in clear.
        case retainsClassified
        /// The effect takes a personal or secret value, and the node has no key store: another node could not perform it.
        case takesClassified(effect: String)
        /// The effect takes a personal or secret value, and the flow does not say what coming back with its values means: so nothing of it
        /// is encrypted.
        case takesNoValuesBack(effect: String)
    }
}

extension NodeError: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .refused(let error): "\(error)"
        case .noSuchRun: "the log has no such run"
        case .otherFlow(let flow): "the run follows '\(flow)', and another flow was asked for"
        case .otherVersion(let flow):
            "the run follows another version of '\(flow)', which has no such command, or other states"
        case .unserved(let flow): "this node does not serve '\(flow)', or not the version that the run follows"
        case .unavailable: "the log cannot be reached now, or the node has not begun or is ending; nothing has happened"
        case .outcomeUnknown: "whether the log has it is not known; ask again with the same identity"
        case .overloaded: "the node has taken in more than the log could take so far; ask again later"
        case .damaged(let sequence): "the log is damaged: record \(sequence) of the run cannot stand where it stands"
        case .newer(let sequence):
            "a newer version of Keyway wrote the run from record \(sequence) on; ask a node of that version"
        case .regressed: "the log has lost records of the run that it had told to be durable"
        case .key(let error): "\(error)"
        case .notTaken(let reason): "the log does not take the records, and nothing has happened: \(reason)"
        case .unreadableDevice:
            "the log's row of the device is damaged, or of a later version of Keyway; nothing has happened"
        case .unreadableFlow(let flow): "the generated code of '\(flow)' cannot be read by this version of Keyway"
        case .needsDevice(let flow): "'\(flow)' needs a device to begin on: a source of it retains callbacks"
        case .deviceNameTooLong(let limit): "a name of a device has at most \(limit) bytes"
        case .emptyName: "an identity, and a name of a device, has one character or more"
        case .unfitFlow(let flow, .retainsClassified):
            "'\(flow)' cannot run on many nodes: a source of it retains callbacks with values that no table may have"
        case .unfitFlow(let flow, .takesClassified(let effect)):
            "'\(flow)' needs a key store to run on many nodes: '\(effect)' takes a personal or secret value"
        case .unfitFlow(let flow, .takesNoValuesBack(let effect)):
            "'\(flow)' cannot run on many nodes: '\(effect)' takes a personal or secret value, and no 'restored' asks for 'withValues'"
        }
    }
}

extension NodeError {
    /// Makes sure that a name, where one is given, is no empty text.
    ///
    /// - Throws: `emptyName`.
    static func checkName(_ name: String?) throws(NodeError) {
        if name?.isEmpty == true { throw .emptyName }
    }

    /// Makes sure that the identity of a request or of a report, where one is given, is no empty text and not too long.
    ///
    /// - Throws: `emptyName` and `refused(.identityTooLong)`.
    static func checkIdentity(_ id: String?) throws(NodeError) {
        try checkName(id)
        do throws(RunError) { try RunError.checkIdentity(id) } catch { throw .refused(error) }
    }

    init(_ reason: UnfoldedRun) {
        self =
            switch reason {
            case .malformed(let record): .damaged(sequence: record.sequence)
            case .newer(let sequence): .newer(sequence: sequence)
            case .locked(let error): .key(error)
            case .notTaken(let reason): .notTaken(reason)
            }
    }
}

extension RunningFlow {
    /// Makes sure that runs of the flow can go from one node to another.
    ///
    /// - Parameter hasKeys: whether the nodes have a key store.
    /// - Throws: `NodeError.unreadableFlow` or `unfitFlow`.
    func checkForNodes(hasKeys: Bool) throws(NodeError) {
        if table.fault != nil { throw .unreadableFlow(table.name) }
        if retainsClassified { throw .unfitFlow(table.name, .retainsClassified) }
        for flow in [self] + descendants {
            let effect = flow.table.effects.first { $0.fields.contains { $0.classification.isSealable } }
            guard let effect else { continue }
            if !hasKeys { throw .unfitFlow(table.name, .takesClassified(effect: effect.name)) }
            if !takesValuesBack { throw .unfitFlow(table.name, .takesNoValuesBack(effect: effect.name)) }
        }
    }
}
