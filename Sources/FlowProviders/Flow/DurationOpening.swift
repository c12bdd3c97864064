import KeywayCore

/// Puts stand-ins in the places of durations that are not known and may be less than `DeadlineEnd.shortestWait`, one after the other.
struct DurationOpening {
    private var bounds: [ClosedRange<Int64>] = []

    /// The durations for which the stand-ins stand.
    var durations: OpenDurations { OpenDurations(within: bounds) }

    /// What stands in the place of a value of this kind: the value itself where it is no such duration.
    mutating func opened(_ value: Value?, of kind: Kind) -> Value? {
        guard value != nil, case .duration(let range) = kind, kind.isOpenWithinASecond else { return value }
        // Whatever lasts a second or longer comes too late.
        bounds.append(range.lowerBound...min(range.upperBound, DeadlineEnd.shortestWait))
        return .duration(OpenDurations.standIn(for: bounds.count - 1))
    }
}

extension OpenDurations {
    /// What a value is in the place of an open duration: no duration is negative.
    static func standIn(for duration: Int) -> Int64 { Int64(-1 - duration) }

    /// The open duration that the value stands for; nil for a duration by itself.
    static func duration(standingIn value: Int64) -> Int? { value < 0 ? Int(-1 - value) : nil }
}

extension Value {
    /// Whether the value stands for an open duration.
    var isStandIn: Bool {
        if case .duration(let value) = self { OpenDurations.duration(standingIn: value) != nil } else { false }
    }
}

extension Kind {
    /// Whether it is a duration that has more than one value, and may be less than `DeadlineEnd.shortestWait`.
    var isOpenWithinASecond: Bool { if case .duration(let bounds) = self { bounds.isOpenWithinASecond } else { false } }

    /// The value; in the place of a stand-in the shortest duration of the kind.
    func known(_ value: Value) -> Value { value.isStandIn ? representative : value }
}

extension ClosedRange<Int64> {
    /// Whether a duration of these bounds has more than one value, and may be less than `DeadlineEnd.shortestWait`.
    var isOpenWithinASecond: Bool { lowerBound < Swift.min(upperBound, DeadlineEnd.shortestWait) }
}
