import KeywayCore

/// A deadline that may come next on a course, which is one event and then the deadlines of the flow and its sub-flows alone.
struct CourseDeadline {
    var event: Event
    /// When it is, counted from the course's first event.
    var length: OpenDurations.Length
    /// How it was set; nil for the end of a sub-flow that ends as it begins: nobody set it.
    var setting: Setting?

    /// What decides which of two deadlines comes first that are at one instant.
    struct Setting {
        /// Whether it is the limit of an effect, and no timer.
        var isLimit: Bool
        /// How long after the first event it was set.
        var length: OpenDurations.Length
        /// The step of the course that set it, or in which the sub-flow began that set it.
        var step: UInt64
        /// Whether a sub-flow has set it.
        var isOfChild: Bool
        /// Whether it was set in `step` itself; false where the sub-flow set it in a later step of its own.
        var isOfStep: Bool

        /// Whether it was set before the other one for certain. `isBefore`: whether it stands before the other one where both are of
        /// one step.
        fileprivate func isEarlier(than other: Setting, standing isBefore: Bool, _ durations: OpenDurations) -> Bool {
            if isOfStep, other.isOfStep { return step == other.step ? isBefore : step < other.step }
            // What a sub-flow sets comes behind the step in which it begins.
            if isOfStep, step < other.step || step == other.step && !isOfChild { return true }
            return durations.least(other.length - length) > 0
        }
    }
}

extension [CourseDeadline] {
    /// Whether the deadline at one place goes before that at another if both are at one instant; nil where it is not known which was set
    /// first.
    ///
    /// Source: rule 18 of `Specs/README.md`, as `LegTree.Due.precedes` has it: timers go before limits, and of each those that were set
    /// first.
    func isFirst(_ place: Int, before other: Int, _ durations: OpenDurations) -> Bool? {
        // A sub-flow that ends as it begins stands first: its parent is told so before anything else can come.
        guard let setting = self[place].setting, let others = self[other].setting else { return place < other }
        if setting.isLimit != others.isLimit { return others.isLimit }
        if setting.isEarlier(than: others, standing: place < other, durations) { return true }
        return others.isEarlier(than: setting, standing: other < place, durations) ? false : nil
    }
}
