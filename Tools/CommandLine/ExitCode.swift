/// The exit code of the program; each command's `endings` say what 0 and 1 mean for it.
enum ExitCode: Int32, Sendable {
    case fine = 0
    /// The command found a problem, or its input is not as it should be.
    case problem = 1
    /// The call is not understood.
    case usage = 64
    /// The program has a bug: an error that no command expects.
    case bug = 70
}
