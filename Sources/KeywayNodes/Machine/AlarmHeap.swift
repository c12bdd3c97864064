import KeywayCore

/// When runs are to be woken, the earliest first: a binary heap. Times are milliseconds of the node's monotonic clock.
///
/// A run whose alarm was set anew has an old entry as well; `NodeRun.alarm` tells which one counts.
struct AlarmHeap: Sendable {
    private var entries: [(time: Int64, run: RunID)] = []

    init() {}

    /// - Parameter alarms: in any order.
    init(_ alarms: [(time: Int64, run: RunID)]) {
        // What is sorted is a heap.
        entries = alarms.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
    }

    /// How many entries there are, old ones among them.
    var count: Int { entries.count }

    /// The earliest entry, which may be an old one; nil where there is none.
    var first: (time: Int64, run: RunID)? { entries.first }

    mutating func insert(_ run: RunID, at time: Int64) {
        entries.append((time, run))
        var place = entries.count - 1
        while place > 0, precedes(place, (place - 1) / 2) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var place = 0
        while true {
            var least = place
            for child in 2 * place + 1..<2 * place + 3 where child < entries.count && precedes(child, least) {
                least = child
            }
            if least == place { return }
            entries.swapAt(place, least)
            place = least
        }
    }

    /// Of two alarms at one moment the one with the lower identity comes first, so that the order never depends on when
    /// alarms were set.
    private func precedes(_ place: Int, _ other: Int) -> Bool {
        let (left, right) = (entries[place], entries[other])
        return (left.time, left.run) < (right.time, right.run)
    }
}
