/// Elements that are taken out in the order in which they were put in. Both cost the same however many elements wait.
struct Queue<Element> {
    /// A ring: the first element stands at `start`, and the one behind the last index at index 0.
    private var ring: [Element?] = []
    private var start = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { isEmpty ? nil : ring[start] }

    /// The element with so many before it, which there must be.
    subscript(position: Int) -> Element {
        guard position < count, let element = ring[index(of: position)] else {
            preconditionFailure("a queue has no element behind its last")
        }
        return element
    }

    mutating func append(_ element: Element) {
        if count == ring.count { grow() }
        ring[index(of: count)] = element
        count += 1
    }

    /// Takes out the first element; nil where there is none.
    mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        var taken: Element?
        swap(&taken, &ring[start])
        count -= 1
        start = count == 0 ? 0 : index(of: 1)
        // What a burst needed is given back; the little that single elements need stays.
        if count == 0, ring.count > Self.leastRoom { ring = [] }
        return taken
    }

    /// Takes out all elements, in order.
    mutating func removeAll() -> [Element] {
        var taken: [Element] = []
        taken.reserveCapacity(count)
        while let element = popFirst() { taken.append(element) }
        return taken
    }

    /// For how many elements the least ring has room.
    private static var leastRoom: Int { 4 }

    private func index(of position: Int) -> Int {
        let index = start + position
        return index < ring.count ? index : index - ring.count
    }

    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(ring.count * 2, Self.leastRoom))
        for position in 0..<count { larger.append(ring[index(of: position)]) }
        while larger.count < max(ring.count * 2, Self.leastRoom) { larger.append(nil) }
        (ring, start) = (larger, 0)
    }
}
