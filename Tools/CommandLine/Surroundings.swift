/// What a command sees of the world besides its arguments.
struct Surroundings: Sendable {
    var console: Console
    /// Where the search for the nearest `Specs` begins.
    var workingDirectory: String
    /// How paths from there are written; nothing where it is the process's own working directory.
    var prefix = ""
    /// Where fresh folders are made.
    var temporaryFolder: String
    /// Whether the person has asked a long command to stop; from the first time that this is asked Ctrl-C says so, and ends the
    /// process the second time.
    var isInterrupted: @Sendable () -> Bool = { false }
    /// The most memory that the process had, in megabytes; nil where nobody knows.
    var megabytes: @Sendable () -> Int? = { nil }
}
