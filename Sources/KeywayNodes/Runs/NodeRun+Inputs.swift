/// Which of the waiting inputs are decided next.
extension NodeRun {
    /// Whether nothing is decided now but what somebody asks, because the log refuses all else. Times are of the monotonic clock.
    func isQuiet(at now: Int64) -> Bool { now < quietUntil }

    /// Whether something waits that may be decided now.
    func hasInputs(at now: Int64) -> Bool { isQuiet(at: now) ? queue.contains(where: \.isAsked) : !queue.isEmpty }

    /// Takes out of the queue what is decided together, oldest first.
    ///
    /// - Parameter count: how many inputs that are at most.
    /// - Returns: the inputs, and whether the node may decide nothing else with them.
    mutating func takeInputs(atMost count: Int, at now: Int64) -> (inputs: [WaitingInput], isApart: Bool) {
        if isQuiet(at: now) {
            let place = queue.firstIndex(where: \.isAsked)
            return (place.map { [queue.remove(at: $0)] } ?? [], true)
        }
        let isApart = decidesApart && !queue.isEmpty
        let inputs = Array(queue.prefix(isApart ? 1 : count))
        queue.removeFirst(inputs.count)
        decidesApart = isApart && !queue.isEmpty
        return (inputs, isApart)
    }
}
