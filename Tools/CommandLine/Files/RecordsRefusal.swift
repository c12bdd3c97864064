import KeywayCore

/// Why a log does not give the records of a run.
enum RecordsRefusal: Error {
    /// What the log has of this run cannot be read, and the log gives other runs all the same.
    case ofRun(UntoldRun)
    /// The log itself cannot be read, so that it would give no other run either.
    case ofLog(CallRefusal)

    /// The same for a call that asks for this run alone.
    var refusal: CallRefusal {
        switch self {
        case .ofRun(let untold): untold.refusal
        case .ofLog(let refusal): refusal
        }
    }
}
