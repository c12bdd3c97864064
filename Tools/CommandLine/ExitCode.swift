/// What a command's end tells the shell.
enum ExitCode: Int32, Sendable {
    case fine = 0
    /// It found a problem, or what it was given is not as it should be.
    case problem = 1
    /// It was called in a way that it does not understand.
    case usage = 64
    /// It did something that it never should.
    case bug = 70
}
