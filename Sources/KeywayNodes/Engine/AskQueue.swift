import KeywayCore

/// Runs that wait for something, those that have waited longest coming first.
typealias RunQueue = AskQueue<RunID>

/// Runs about which the engine is to be asked, or devices whose rows of the shared log it is to give, those that have waited longest
/// coming first.
struct AskQueue<Asked: Sendable>: Sendable {
    private var waiting: [Asked] = []
    /// How many of them, from the front, were taken out. They are removed many at a time: each removal moves all that stand behind, and
    /// there may be a hundred thousand.
    private var taken = 0
    /// Sets that are asked about by themselves, before all others.
    private var apart: [[Asked]] = []

    var isEmpty: Bool { taken == waiting.count && apart.isEmpty }

    mutating func append(_ asked: Asked) {
        waiting.append(asked)
    }

    mutating func append(_ others: [Asked]) {
        waiting += others
    }

    /// Has a set wait again whose statement failed while the engine answered others: in two halves, each asked about by itself, so that
    /// a run or device that is too large to be read in time is soon asked about alone.
    mutating func appendHalves(of set: [Asked]) {
        let half = (set.count + 1) / 2
        apart += [Array(set.prefix(half)), Array(set.dropFirst(half))].filter { !$0.isEmpty }
    }

    mutating func popFirst() -> Asked? {
        guard apart.isEmpty, taken < waiting.count else { return take(1).first }
        defer { note(taken: 1) }
        return waiting[taken]
    }

    /// Takes out at most so many, which go in one statement; none only where none waits.
    mutating func take(_ count: Int) -> [Asked] {
        if let set = apart.first {
            apart.removeFirst()
            if set.count > count { apart.insert(Array(set.dropFirst(count)), at: 0) }
            return Array(set.prefix(count))
        }
        let first = Array(waiting[taken...].prefix(count))
        note(taken: first.count)
        return first
    }

    private mutating func note(taken count: Int) {
        taken += count
        if taken == waiting.count || taken > 64 && taken * 2 > waiting.count {
            waiting.removeFirst(taken)
            taken = 0
        }
    }
}
