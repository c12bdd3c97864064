import KeywayCore

/// What a monitor is told of runs: the latest note of each, for at most `greatestCount` runs. Those that were noted first leave first.
struct RunNotes<Note: Sendable>: Sendable {
    private(set) var notes: [RunID: Note] = [:]
    /// The runs that have a note, in the order in which they got their first one.
    private var order: [RunID] = []
    private let greatestCount: Int

    init(greatestCount: Int = 1_000) {
        self.greatestCount = greatestCount
    }

    mutating func note(_ note: Note, of run: RunID) {
        guard notes.updateValue(note, forKey: run) == nil else { return }
        order.append(run)
        if order.count > greatestCount { notes[order.removeFirst()] = nil }
    }

    mutating func remove(_ run: RunID) {
        guard notes.removeValue(forKey: run) != nil else { return }
        order.removeAll { $0 == run }
    }
}
