public import KeywayLog

/// Why a driver did not do what it was asked.
public enum DriverError: Error, Sendable {
    /// The log did not take the record; the driver is stopped and its run is what the log says.
    ///
    /// What was due before and has a record was told and stands.
    case log(LogError)
    /// An earlier append failed: nothing more is decided until the log is opened again.
    case stopped
    /// The position is none of a command of the flow.
    case noSuchCommand(Int)
    /// The flow has no sub-flow that goes by this way.
    case noSuchLeg(String)
    /// The flow, and its sub-flows, read no source that is one for all runs.
    case noSharedSource(flow: String)
    /// The command's fields are not what the flow declares; the text names the field.
    case wrongFields(String)
    /// The command's identity is that of another command, or of the same one with other fields.
    case identityInUse(String)
}

extension DriverError: CustomStringConvertible {
    /// One sentence, without the run, which the caller knows.
    public var description: String {
        switch self {
        case .log(let error): "\(error)"
        case .stopped:
            "an earlier record could not be written, so nothing more is decided until the log is opened again"
        case .noSuchLeg(let name): "the flow has no sub-flow '\(name)'"
        case .noSharedSource(let flow): "'\(flow)' and its sub-flows read no singleton source"
        case .noSuchCommand(let position): "the flow has no command at position \(position)"
        case .wrongFields(let text): text
        case .identityInUse(let id): "the id '\(id)' was given to another command, or to this one with other fields"
        }
    }
}
