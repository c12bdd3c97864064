/// A requirement over the bits of a flow's facts.
struct Demand {
    /// What is demanded, each fact by its bit.
    enum Content {
        case always(Int)
        case never(Int)
        case sometimes(Int)
        case eventually(Int)
        /// The first fact may be so only after one of the others was.
        case onlyAfter(Int, [Int])
        /// Broken where an order has an older text (`older`), or has none (`missing`) although one was given (`given`).
        case latest(older: Int, missing: Int, given: Int)
        /// The first fact may be so only at a step at which the second is.
        case onlyWith(Int, Int)
        /// The fact must not be so while the window is open.
        case neverWithin(Int, Window)
        case atMost(Count)
    }

    /// A time that one fact opens and another closes.
    struct Window {
        /// The bit of the run's memory that says whether the window is open.
        var openBit: Int
        /// The fact that opens it.
        var opening: Int
        /// The fact that closes it; nil for a window that stays open.
        var closing: Int?
    }

    /// How often something has happened.
    struct Count {
        /// The fact that is counted.
        var counted: Int
        /// The fact that begins the counting anew; nil where the whole run counts.
        var resetting: Int?
        /// The bits of the run's memory in which the number stands. It stops at one more than is allowed, which is enough to see the
        /// breach.
        var number: Bits
        var most: Most
    }

    /// How often something may happen.
    enum Most {
        case number(UInt64)
        /// What stands in these bits of the step, at most `greatest`.
        case read(Bits, greatest: UInt64)

        var greatest: UInt64 {
            switch self {
            case .number(let number): number
            case .read(_, let greatest): greatest
            }
        }

        /// The number that holds at a step with these facts.
        func value(at now: UInt64) -> UInt64 {
            switch self {
            case .number(let number): number
            case .read(let bits, _): bits.value(in: now)
            }
        }
    }

    /// Bits side by side in which a number stands.
    struct Bits {
        var first: Int
        var count: Int

        /// As many bits as the greatest number needs.
        init(from first: Int, holding greatest: UInt64) {
            self.first = first
            count = UInt64.bitWidth - greatest.leadingZeroBitCount
        }

        private var mask: UInt64 { first < 64 ? ((1 << UInt64(count)) - 1) << UInt64(first) : 0 }

        func value(in word: UInt64) -> UInt64 { first < 64 ? (word & mask) >> UInt64(first) : 0 }

        func setting(_ value: UInt64, in word: UInt64) -> UInt64 {
            first < 64 ? word & ~mask | (value << UInt64(first)) & mask : word
        }
    }

    /// The requirement's text in the spec.
    var text: String
    /// Whether a `require` line of the spec demands it. False for a success that no line guards: rule 30 demands that it is never entered.
    var isWritten = true
    var content: Content
}
