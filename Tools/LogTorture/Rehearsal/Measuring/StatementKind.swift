import KeywayNodes

/// What a statement of a node asks for, as far as its cost goes.
///
/// In the order in which a node sends what waits for the same connections.
enum StatementKind: UInt8, CaseIterable {
    case settle, confirm, devices, changeDevices, append
    case find, load
    case postpone, living, versions, look
    case beat, moved, runs

    /// The connections on which it goes; a node has a few of each.
    enum Lane: Int, CaseIterable {
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
            case .versions: .versions
            case .moved: .moved
            }
    }

    var name: String { "\(self)" }

    /// Nil where nothing that a run is to do waits for the answer.
    var lane: Lane? {
        switch self {
        case .settle, .confirm, .devices, .changeDevices, .append: .writing
        case .find, .load, .runs: .reading
        case .postpone, .living, .look: .looking
        case .versions, .beat, .moved: nil
        }
    }

    /// Whether its answer waits until something is durable.
    var writes: Bool {
        switch self {
        case .settle, .confirm, .devices, .changeDevices, .append, .postpone, .look, .beat: true
        case .find, .load, .living, .versions, .moved, .runs: false
        }
    }
}
