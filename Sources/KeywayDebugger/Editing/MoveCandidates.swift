/// Moves of commands and callbacks to the moments that are tried, those that move the least time first.
///
/// They are made as they are asked for: a long run has millions of them, of which a search tries some thousands.
struct MoveCandidates: Sequence, IteratorProtocol {
    /// A command or callback, and how far its moves are made.
    private struct Input {
        var recorded: InputEdit.Recorded
        /// The times to which it may move.
        var allowed: ClosedRange<Int64>
        /// The index in `moments` of the next earlier moment to which no move is made yet; -1 where there is none.
        var left: Int
        /// The index of the next later one; the count of `moments` where there is none.
        var right: Int
    }

    /// The times that are tried, in milliseconds since the run began, in ascending order.
    private let moments: [Int64]
    private var inputs: [Input]
    /// The moves that are made and not told yet, the next one last.
    private var made: [InputEdit] = []
    /// Every move by at most so many milliseconds is made already.
    private var reach: UInt64 = 0

    /// - Parameters:
    ///   - inputs: each with the times to which it may move; of equally short moves that of the earlier input in this list is told first.
    ///   - moments: the times that are tried, in milliseconds since the run began, in ascending order.
    init(of inputs: [(recorded: InputEdit.Recorded, allowed: ClosedRange<Int64>)], to moments: [Int64]) {
        self.moments = moments
        self.inputs = inputs.map { recorded, allowed in
            let place = moments.partitionPoint(before: recorded.at)
            let isThere = place < moments.count && moments[place] == recorded.at
            return Input(recorded: recorded, allowed: allowed, left: place - 1, right: isThere ? place + 1 : place)
        }
    }

    mutating func next() -> InputEdit? {
        while made.isEmpty {
            guard reach < .max, inputs.contains(where: { hasLeft($0) || hasRight($0) }) else { return nil }
            reach = reach > .max / 2 ? .max : Swift.max(1, 2 * reach)
            make()
        }
        return made.removeLast()
    }

    private func hasLeft(_ input: Input) -> Bool { input.left >= 0 && input.allowed.contains(moments[input.left]) }

    private func hasRight(_ input: Input) -> Bool {
        input.right < moments.count && input.allowed.contains(moments[input.right])
    }

    /// Makes the moves that move no more time than `reach`.
    private mutating func make() {
        for place in inputs.indices {
            while hasLeft(inputs[place]), add(inputs[place].left, of: place) { inputs[place].left -= 1 }
            while hasRight(inputs[place]), add(inputs[place].right, of: place) { inputs[place].right += 1 }
        }
        made = made.stablySorted(by: \.movedTime).reversed()
    }

    /// Adds the move to the moment; returns false, and adds none, where it moves more time than `reach`.
    private mutating func add(_ moment: Int, of input: Int) -> Bool {
        let move = InputEdit.move(inputs[input].recorded, to: moments[moment])
        guard move.movedTime <= reach else { return false }
        made.append(move)
        return true
    }
}

extension [Int64] {
    /// The index of the first element that is not less; the elements are in order.
    fileprivate func partitionPoint(before element: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Array {
    /// Sorted by the key; elements of equal keys stay in their order.
    fileprivate func stablySorted(by key: (Element) -> UInt64) -> [Element] {
        enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
