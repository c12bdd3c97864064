/// The ties between a growing tree of `NetworkSimplex` and the points around it, the one with the least slack first.
///
/// The slack of a tie is how much longer it is than it has to be. When the tree moves, the slack of every tie out of it shrinks by the way
/// that it moved, and that of every tie into it grows by as much: so the slacks are kept as if it had not moved, and `shift` says the way.
struct TreeGrowth {
    /// How far the tree has moved.
    private(set) var shift = 0
    /// The ties that lead out of the tree, which get shorter when the tree moves on.
    private var outgoing = Heap()
    /// The ties that lead into the tree, which get longer when the tree moves on.
    private var incoming = Heap()

    /// Adds a tie between the tree and a point outside.
    ///
    /// - Parameters:
    ///   - slack: what the tie's slack would be had the tree never moved: of an outgoing tie its slack now plus `shift`, of another one its
    ///     slack now less `shift`.
    ///   - isOutgoing: whether the tie's tail is the end in the tree.
    mutating func push(_ tie: Int, slack: Int, isOutgoing: Bool) {
        if isOutgoing { outgoing.push((slack, tie)) } else { incoming.push((slack, tie)) }
    }

    /// Moves the tree until it touches the nearest point, and returns the tie to this point; nil when no point is left.
    ///
    /// - Parameter isInside: whether both ends of a tie are in the tree by now, so that the tie is passed over.
    mutating func pop(unless isInside: (Int) -> Bool) -> Int? {
        while let top = outgoing.top, isInside(top.tie) { outgoing.pop() }
        while let top = incoming.top, isInside(top.tie) { incoming.pop() }
        let out = outgoing.top.map { $0.slack - shift } ?? .max
        let into = incoming.top.map { $0.slack + shift } ?? .max
        if out <= into, let top = outgoing.pop() {
            shift += out
            return top.tie
        }
        if let top = incoming.pop() {
            shift -= into
            return top.tie
        }
        return nil
    }
}

/// A binary heap, with the tie of the least slack on top.
private struct Heap {
    typealias Element = (slack: Int, tie: Int)

    private var elements: [Element] = []

    var top: Element? { elements.first }

    mutating func push(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    @discardableResult
    mutating func pop() -> Element? {
        guard elements.count > 1 else { return elements.popLast() }
        elements.swapAt(0, elements.count - 1)
        let popped = elements.popLast()
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
                if elements[child] < elements[least] { least = child }
            }
            if least == place { return popped }
            elements.swapAt(place, least)
            place = least
        }
    }
}
