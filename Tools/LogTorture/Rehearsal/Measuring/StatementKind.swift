import KeywayNodes

/// What a statement of a node asks of the engine: the kinds of `EngineStatement`, without what they carry.
///
/// They stand in the order in which a node sends statements that wait for the same connections.
enum StatementKind: UInt8, CaseIterable {
    /// Ask what became of appends, where runs end, and for the rows of devices; change such rows; append to runs.
    case settle, confirm, devices, changeDevices, append
    /// Ask for the run that a request began, and for the blocks of runs.
    case find, load
    /// Put off the next look at runs; end looks; ask which nodes live, and which versions of flows there are; ask for runs to look at.
    case postpone, endLooks, living, versions, look
    /// Say that the node lives; ask which runs have gone on elsewhere; ask for the runs that began with a reference.
    case beat, continued, runs

    /// The connections on which a statement goes: a node has a few for writing, as many for reading, and one for looking at runs.
    enum ConnectionGroup: Int, CaseIterable {
        case writing, reading, looking
    }

    init(_ statement: EngineStatement) {
        self =
            switch statement {
            case .beat: .beat
            case .append: .append
            case .settle: .settle
            case .confirm: .confirm
            case .load: .load
            case .find: .find
            case .runs: .runs
            case .devices: .devices
            case .changeDevices: .changeDevices
            case .look: .look
            case .living: .living
            case .postpone: .postpone
            case .endLooks: .endLooks
            case .versions: .versions
            case .continued: .continued
            }
    }

    var name: String { "\(self)" }

    /// The connections on which the statement goes; nil where no run waits for its answer, so that it need not be queued.
    var connectionGroup: ConnectionGroup? {
        switch self {
        case .settle, .confirm, .devices, .changeDevices, .append: .writing
        case .find, .load, .runs: .reading
        case .postpone, .endLooks, .living, .look: .looking
        case .versions, .beat, .continued: nil
        }
    }

    /// Whether the statement writes something, so that its answer comes only once the write is durable.
    var writes: Bool {
        switch self {
        case .settle, .confirm, .devices, .changeDevices, .append, .postpone, .endLooks, .look, .beat: true
        case .find, .load, .living, .versions, .continued, .runs: false
        }
    }
}
