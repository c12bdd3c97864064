import KeywayCore
import KeywayLog

/// A moment on the monotonic clock, by which something has to be done.
struct AnswerDeadline: Equatable, Sendable {
    private let milliseconds: Int64

    private init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The moment that comes so long from now.
    static func after(_ duration: Duration) -> AnswerDeadline {
        let (end, isBeyondCounting) = monotonicMilliseconds().addingReportingOverflow(duration.wholeMilliseconds)
        return AnswerDeadline(milliseconds: isBeyondCounting ? .max : end)
    }

    /// Whether the moment has come.
    var isPast: Bool { rest == 0 }

    /// How many milliseconds are left; 0 where the moment has come.
    var rest: Int64 {
        let now = monotonicMilliseconds()
        return milliseconds > now ? milliseconds &- now : 0
    }

    /// The deadline of the next of `count` tries, where the time that is left is divided equally among them.
    func share(ofOneIn count: Int) -> AnswerDeadline {
        .after(.milliseconds(rest / Int64(max(count, 1))))
    }
}
