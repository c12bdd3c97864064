/// What a command sees of the world besides its arguments.
struct Surroundings: Sendable {
    var console: Console
    /// Where the search for the nearest `Specs` begins.
    var workingDirectory: String
    /// What stands before paths found from `workingDirectory`; empty where that is the process's own working directory.
    var prefix = ""
    /// Where fresh folders are made.
    var temporaryFolder: String
    /// The next line of standard input, without its end; nil where there is none.
    var readLine: @Sendable () -> String? = { nil }
    /// All that standard input still has, read to its end at the first call; later calls give the same.
    ///
    /// Of more than so many bytes a little more than these are read and no further.
    var readInput: @Sendable (_ greatestSize: Int) throws(CallRefusal) -> [UInt8] = {
        (_: Int) throws(CallRefusal) in []
    }
    /// Whether the person has asked a long command to stop.
    ///
    /// From the first call of this on, Ctrl-C asks for that instead of ending the process; a second Ctrl-C ends it.
    var isInterrupted: @Sendable () -> Bool = { false }
    /// The most memory that the process had, in megabytes; nil where nobody knows.
    var megabytes: @Sendable () -> Int? = { nil }
}
