import KeywayCore

/// The waiters for deadlines, the earliest deadline first: a binary heap in which each waiter knows its place.
///
/// So a deadline that is moved or taken back leaves nothing behind, and there is one entry for each waiter.
struct DeadlineHeap<Waiter: DeadlineWaiter> {
    private struct Entry {
        var instant: Instant
        var waiter: Waiter
    }

    private var entries: [Entry] = []

    /// The earliest deadline; nil where nobody waits.
    var first: Instant? { entries.first?.instant }

    /// When the waiter is due; nil where it waits for nothing.
    func instant(of waiter: Waiter) -> Instant? {
        waiter.placeAmongDeadlines < 0 ? nil : entries[Int(waiter.placeAmongDeadlines)].instant
    }

    /// Sets the waiter's only deadline, and replaces an earlier one; nil removes it.
    mutating func set(_ instant: Instant?, for waiter: Waiter) {
        let place = Int(waiter.placeAmongDeadlines)
        switch (place < 0, instant) {
        case (true, nil): break
        case (true, let instant?):
            entries.append(Entry(instant: instant, waiter: waiter))
            moveUp(from: entries.count - 1)
        case (false, nil): remove(at: place)
        case (false, let instant?):
            let isEarlier = instant < entries[place].instant
            entries[place].instant = instant
            if isEarlier { moveUp(from: place) } else { moveDown(from: place) }
        }
    }

    /// Takes out the waiter with the earliest deadline, if that is at the instant or before.
    mutating func popFirst(dueBy instant: Instant) -> Waiter? {
        guard let first = entries.first, first.instant <= instant else { return nil }
        remove(at: 0)
        return first.waiter
    }

    private mutating func remove(at place: Int) {
        entries[place].waiter.placeAmongDeadlines = -1
        let last = entries.removeLast()
        guard place < entries.count else { return }
        let isEarlier = last.instant < entries[place].instant
        entries[place] = last
        if isEarlier { moveUp(from: place) } else { moveDown(from: place) }
    }

    private mutating func moveUp(from start: Int) {
        var place = start
        let moved = entries[place]
        while place > 0, moved.instant < entries[(place - 1) / 2].instant {
            put(entries[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(moved, at: place)
    }

    private mutating func moveDown(from start: Int) {
        var place = start
        let moved = entries[place]
        while true {
            var child = 2 * place + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].instant < entries[child].instant { child += 1 }
            guard entries[child].instant < moved.instant else { break }
            put(entries[child], at: place)
            place = child
        }
        put(moved, at: place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        entries[place] = entry
        entry.waiter.placeAmongDeadlines = Int32(place)
    }
}

/// An object that waits for a deadline in a heap.
protocol DeadlineWaiter: AnyObject {
    /// The waiter's index in the heap; -1 where it waits for nothing. Only the heap writes it.
    var placeAmongDeadlines: Int32 { get set }
}
