/// Durations with bounds, which each requirement narrows.
///
/// The bounds are exact as long as no requirement has two durations in it; else they may be too wide, but never too narrow.
struct OpenDurations {
    /// A length of time, or the difference of two: milliseconds, and how often each of the durations is in it.
    struct Length {
        var milliseconds: Int64
        /// By the positions of the durations.
        var counts: [Int64]

        static func + (left: Length, right: Length) -> Length {
            Length(milliseconds: left.milliseconds + right.milliseconds, counts: zip(left.counts, right.counts).map(+))
        }

        static func - (left: Length, right: Length) -> Length {
            Length(milliseconds: left.milliseconds - right.milliseconds, counts: zip(left.counts, right.counts).map(-))
        }
    }

    private var bounds: [ClosedRange<Int64>]
    /// Each of these lengths is at most 0.
    private var required: [Length] = []

    init(within bounds: [ClosedRange<Int64>]) { self.bounds = bounds }

    /// Whether there is such a duration.
    var isOpen: Bool { !bounds.isEmpty }

    /// A length of these milliseconds, whatever the durations are.
    func fixed(_ milliseconds: Int64) -> Length {
        Length(milliseconds: milliseconds, counts: bounds.map { _ in 0 })
    }

    /// The length of the duration at this position.
    func length(of duration: Int) -> Length {
        var length = fixed(0)
        length.counts[duration] = 1
        return length
    }

    /// The least that the length can be.
    func least(_ length: Length) -> Int64 {
        zip(length.counts, bounds).reduce(length.milliseconds) {
            $0 + $1.0 * ($1.0 > 0 ? $1.1.lowerBound : $1.1.upperBound)
        }
    }

    /// Requires that one length is at most another; false where no values of the durations allow that.
    mutating func require(_ length: Length, atMost other: Length) -> Bool {
        // Where it is so whatever the durations are, nothing is narrowed.
        if least(other - length) >= 0 { return true }
        note(length - other)
        var isSettled = false
        while !isSettled {
            isSettled = true
            for requirement in required {
                let room = -least(requirement)
                guard room >= 0 else { return false }
                for duration in bounds.indices where requirement.counts[duration] != 0 {
                    let narrowed = bounds[duration].narrowed(to: room, counting: requirement.counts[duration])
                    isSettled = isSettled && narrowed == bounds[duration]
                    bounds[duration] = narrowed
                }
            }
        }
        return true
    }

    /// Notes that the length is at most 0. Of two that have the same durations in them the longer one says all.
    private mutating func note(_ length: Length) {
        if let known = required.firstIndex(where: { $0.counts == length.counts }) {
            required[known].milliseconds = max(required[known].milliseconds, length.milliseconds)
        } else {
            required.append(length)
        }
    }
}

extension ClosedRange<Int64> {
    /// The values at which a length that has the duration so often is no more than `room` above its least.
    fileprivate func narrowed(to room: Int64, counting count: Int64) -> ClosedRange<Int64> {
        let distance = Swift.min(room / abs(count), upperBound - lowerBound)
        return count > 0 ? lowerBound...(lowerBound + distance) : (upperBound - distance)...upperBound
    }
}
