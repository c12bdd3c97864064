/// Whether an opening of a log has the log to itself.
///
/// A log in a folder is locked, so its opening has it until it is closed. A log that another machine may take over is held by a
/// lease, which the process has to renew.
public enum LogLease: Hashable, Sendable {
    /// No other process can take the log now.
    case held
    /// The lease was not renewed in time, so another process may have taken the log. If none has, the lease can still be renewed.
    case lapsed
    /// Another process has taken the log. This is the last state of an opening.
    case lost
}
