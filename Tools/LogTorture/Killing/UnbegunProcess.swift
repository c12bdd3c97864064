/// The system does not begin a process that is to be killed; that says nothing of the log, so it breaks no law.
struct UnbegunProcess: Error, CustomStringConvertible {
    /// What the system says.
    var reason: String

    var description: String { "no process can be begun: \(reason)" }
}
