import KeywayCore

/// A mistake that is made on purpose, to show that the kills find it.
///
/// Some faults that can be planted in `Recovery` are not among these, because the kills cannot show them. `repeatsOnce`: all but one of the
/// `once` effects here take a value that no log has, so they are not performed again anyway, and the last (`initialise`) returns at once;
/// `beginsAgain` stands in its place. `reversesLanes`: PhoneLogin has no lanes. `reversesSources`: a phone has one sign-in at a time.
/// `tellsNobody` and `hurriesTimers` are left to the tests of the orchestrator.
enum Plant: String, CaseIterable, Sendable {
    /// An order that is not performed again after a restart stays open: no record says that it ended.
    case writesNoEnds
    /// No deadline fires in a run that was resumed after a restart.
    case forgetsTimers
    /// The time in which no process ran does not count where the clock was set back.
    case ignoresWallClock
    /// A new process notes the beginning of the last `once` effect a second time.
    case beginsAgain
    /// The backend confirms what no provider has verified.
    case confirmsAnything
    /// The program writes the answer to a command before the log has it.
    case tellsTooEarly

    /// The rules by which a run is resumed; with a fault in them where this mistake is one of Keyway's own and not of the program.
    var recovery: Recovery {
        let fault: Recovery.PlantedFault? =
            switch self {
            case .writesNoEnds: .writesNoEnds
            case .forgetsTimers: .forgetsTimers
            case .ignoresWallClock: .ignoresWallClock
            case .beginsAgain, .confirmsAnything, .tellsTooEarly: nil
            }
        return Recovery(planted: fault)
    }
}
