/// A moment, in milliseconds since the beginning of 1970; by a virtual clock, since a zero of the clock's own.
public struct Instant: Hashable, Comparable, Sendable {
    /// Of the wall clock since 1970, or of a virtual clock since its own zero; negative before that.
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Whether the left one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment so much later or earlier; it stops at either end of `Int64`.
    ///
    /// - Parameter milliseconds: how much later; a negative number is earlier.
    public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// How many milliseconds later than the other moment this one is, negative where it is earlier; it stops at either
    /// end of `Int64`.
    package func milliseconds(since other: Instant) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        return overflow ? (milliseconds < 0 ? .min : .max) : difference
    }
}
