/// What is going to happen, the earliest first; what happens at one time goes in the order in which it was put in.
struct EventQueue<Event> {
    /// An event is large, so that the heap moves its place in `events` instead.
    private struct Entry {
        var time: Int64
        var number: UInt64
        var place: Int

        func precedes(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    private var events: [Event?] = []
    private var free: [Int] = []
    private var count: UInt64 = 0

    mutating func insert(_ event: Event, at time: Int64) {
        count += 1
        let place = free.popLast() ?? events.count
        if place == events.count { events.append(event) } else { events[place] = event }
        heap.append(Entry(time: time, number: count, place: place))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> (time: Int64, event: Event)? {
        guard let first = heap.first, let event = events[first.place] else { return nil }
        events[first.place] = nil
        free.append(first.place)
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in 2 * parent + 1..<2 * parent + 3
            where child < heap.count && heap[child].precedes(heap[least]) {
                least = child
            }
            if least == parent { return (first.time, event) }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
