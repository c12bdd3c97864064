package import KeywayCore

/// One change of what came to a run.
package enum InputEdit: Equatable, Sendable {
    /// A command or callback as its record tells it.
    package struct Recorded: Equatable, Sendable {
        /// The sequence of the record.
        package var sequence: UInt64
        /// The event's name, behind the name of its leg.
        package var event: String
        /// Milliseconds since the run began, as `to` and `at` are.
        package var at: Int64
    }

    /// A command or callback comes at another moment.
    case move(Recorded, to: Int64)
    /// A callback does not come.
    case drop(Recorded)
    /// A callback comes that did not come; `event` is the name of the event as which the run hears it.
    case add(RawValue, event: String, at: Int64)

    /// By how much a command or callback is moved, in milliseconds.
    package var movedTime: UInt64 {
        if case .move(let recorded, let to) = self { (to &- recorded.at).magnitude } else { 0 }
    }
}
