/// Whether an opening of a log has the log to itself.
///
/// A log in a folder is locked, so its opening has it until it is closed. A log that another machine may take over is held by a
/// lease, which the process has to renew.
public enum LogLease: Hashable, Sendable {
    /// No other process has the log.
    case held
    /// The lease was not renewed in time: another process may have the log by now. It is still being renewed.
    case lapsed
    /// Another process has the log.
    case lost
}
