import KeywayCore

/// A run of which nothing can be told: its records are lost in damage or of a newer version, or they cannot be replayed.
struct UntoldRun {
    let run: RunID
    /// Why, without the name of the log: a page about the log does not say where the log lies.
    let reason: String
    /// The same for standard error: with the names of log and run and, where there is one, the command that tells the run all the same.
    let refusal: CallRefusal
}

/// What a loop over the runs of a log leaves untold.
struct Untold {
    /// The runs of which nothing can be told.
    let runs: [UntoldRun]
    /// A sentence where the person has stopped the loop; empty where it has come to its end.
    let stopped: [String]

    /// One about each of the runs, and one about the stop.
    var sentences: [String] { runs.flatMap(\.refusal.sentences) + stopped }
}
