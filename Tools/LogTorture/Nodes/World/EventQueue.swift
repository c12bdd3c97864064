/// The events that are going to happen, the earliest first; events of one time come in the order in which they were inserted.
struct EventQueue<Event> {
    /// What the heap moves in the stead of an event, which is large: the event's place in `events`.
    private struct Entry: Comparable {
        var time: Int64
        /// The place of the event in the order of insertion, from 1.
        var number: UInt64
        var place: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var heap = Heap<Entry>()
    private var events: [Event?] = []
    /// The places in `events` that have no event.
    private var free: [Int] = []
    /// How many events were inserted so far.
    private var count: UInt64 = 0

    mutating func insert(_ event: Event, at time: Int64) {
        count += 1
        let place = free.popLast() ?? events.count
        if place == events.count { events.append(event) } else { events[place] = event }
        heap.insert(Entry(time: time, number: count, place: place))
    }

    /// Takes the earliest event out; nil where there is none.
    mutating func removeFirst() -> (time: Int64, event: Event)? {
        guard let first = heap.first, let event = events[first.place].take() else { return nil }
        free.append(first.place)
        return (heap.removeFirst().time, event)
    }
}
