import KeywayCore

/// A mistake that is made on purpose, to show that the kills find it.
///
/// Some faults that can be planted in `Recovery` are not among these, because the kills cannot show them. `repeatsOnce`: every effect of
/// PhoneLogin that is declared `once` takes a value that no log has, so it is not performed again anyway; `beginsAgain` stands in its
/// place. `reversesLanes`: PhoneLogin has no lanes. `reversesSources`: a phone has one sign-in at a time. `tellsNobody` is left to the
/// tests of the orchestrator.
enum Plant: String, CaseIterable, Sendable {
    /// Orders that are not performed again after a restart get no record that says that they ended.
    case writesNoEnds
    /// Deadlines do not pass any more in a run that came back.
    case forgetsTimers
    /// Time without a process does not count where the clock was set back.
    case ignoresWallClock
    /// A process notes once more that the last effect which is declared `once` begins.
    case beginsAgain
    /// The backend confirms what no provider has verified.
    case confirmsAnything
    /// The program tells an answer before the log has it.
    case tellsTooEarly

    /// The rules by which a run comes back, with the mistake in them where it is one that Keyway itself makes.
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
