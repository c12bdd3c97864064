import KeywayCore

/// A mistake that is made on purpose, to show that the kills find it.
///
/// Three faults of `Recovery` are none of these. `repeatsOnce` cannot show: every effect of PhoneLogin that happens `once` takes a
/// value that no log has, and is not performed again for want of it; `beginsAgain` makes the same mistake with the values.
/// `reversesLanes` cannot, for PhoneLogin has no lanes, and `reversesSources` cannot, for a phone has one sign-in at a time.
enum Plant: String, CaseIterable, Sendable {
    /// Orders that are not performed again get no end.
    case writesNoEnds
    /// Deadlines do not count any more in a run that came back.
    case forgetsTimers
    /// Time without a process does not count.
    case ignoresWallClock
    /// A process begins anew the last effect that happens once.
    case beginsAgain
    /// The backend confirms what no provider has verified.
    case confirmsAnything
    /// The program tells an answer before the log has it.
    case tellsTooEarly

    /// The same inside of Keyway; nil for a mistake that is made around it.
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
