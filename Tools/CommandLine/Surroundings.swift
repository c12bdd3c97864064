/// What a command sees of its process and terminal besides its arguments; tests give others.
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
    /// All that standard input still has, read to its end at the first call; later calls give the same bytes.
    ///
    /// Where there are more than `greatestSize` bytes, reading stops a little beyond that size.
    var readInput: @Sendable (_ greatestSize: Int) throws(CallRefusal) -> [UInt8] = {
        (_: Int) throws(CallRefusal) in []
    }
    /// Whether the person has asked a long command to stop.
    ///
    /// From the first call of this function on, Ctrl-C only asks the command to stop; a second Ctrl-C ends the process.
    var isInterrupted: @Sendable () -> Bool = { false }
    /// The most memory that the process had, in megabytes; nil where nobody knows.
    var megabytes: @Sendable () -> Int? = { nil }
    /// What tells this build of the program from every other one; nil where nobody knows.
    var build: @Sendable () -> String? = { nil }
}
