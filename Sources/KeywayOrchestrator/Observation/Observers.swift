import Keyway

/// Who wants to be told of a run's states.
struct Observers {
    typealias Continuation = AsyncThrowingStream<RunState, any Error>.Continuation

    private var continuations: [Int: Continuation] = [:]
    private var nextKey = 0

    /// In the order in which they came.
    var all: [Continuation] { continuations.sorted { $0.key < $1.key }.map(\.value) }

    mutating func add(_ continuation: Continuation) -> Int {
        defer { nextKey += 1 }
        continuations[nextKey] = continuation
        return nextKey
    }

    mutating func remove(_ key: Int) {
        continuations[key] = nil
    }

    mutating func removeAll() -> [Continuation] {
        defer { continuations = [:] }
        return all
    }
}
