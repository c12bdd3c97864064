/// Elements that are taken out in the order in which they were put in. Both cost the same however many elements wait.
struct Queue<Element> {
    /// A ring: the first element stands at `start`, and the one behind the last index at index 0.
    private var ring: [Element?] = []
    /// Where in `ring` the first element stands.
    private var start = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The element that was put in first; nil where there is none.
    var first: Element? { isEmpty ? nil : ring[start] }

    /// The element that has so many elements before it; the caller makes sure that there is one.
    subscript(position: Int) -> Element {
        get {
            guard position < count, let element = ring[index(of: position)] else {
                preconditionFailure("a queue has no element behind its last")
            }
            return element
        }
        set {
            precondition(position < count, "a queue has no element behind its last")
            ring[index(of: position)] = newValue
        }
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

    /// Where in `ring` the element stands that has so many elements before it.
    private func index(of position: Int) -> Int {
        let index = start + position
        return index < ring.count ? index : index - ring.count
    }

    /// Doubles the ring. The elements are moved, not copied: copying would change the reference count of each.
    private mutating func grow() {
        let old = ring.count
        ring.append(contentsOf: repeatElement(nil, count: max(old, Self.leastRoom)))
        // What stood at the beginning of a ring with as many elements as places is behind the others.
        for index in 0..<start { ring.swapAt(index, old + index) }
    }
}
