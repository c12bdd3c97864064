/// What a command sees of the world besides its arguments.
struct Surroundings: Sendable {
    var console: Console
    /// Where the search for the nearest `Specs` begins.
    var workingDirectory: String
    /// How paths from there are written; nothing where it is the process's own working directory.
    var prefix = ""
    /// Where fresh folders are made.
    var temporaryFolder: String
}
