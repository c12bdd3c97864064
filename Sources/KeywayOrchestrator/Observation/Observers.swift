/// The observers of something, in the order in which they came.
struct Observers<Observer> {
    private var observers: [Int: Observer] = [:]
    /// Keys that were given out by `nextKey`, and whose observers are neither added nor removed yet.
    private var expected: Set<Int> = []
    private var lastKey = 0

    /// Whether there are none, and none is expected.
    var isEmpty: Bool { observers.isEmpty && expected.isEmpty }

    var all: [Observer] { observers.isEmpty ? [] : observers.sorted { $0.key < $1.key }.map(\.value) }

    /// A key of its own for an observer that is added later.
    mutating func nextKey() -> Int {
        lastKey += 1
        expected.insert(lastKey)
        return lastKey
    }

    mutating func add(_ observer: Observer, as key: Int) {
        if expected.remove(key) != nil { observers[key] = observer }
    }

    /// Returns the observer, for the caller to let go of outside of every lock.
    mutating func remove(_ key: Int) -> Observer? {
        let removed = observers.removeValue(forKey: key)
        if removed == nil { expected.remove(key) }
        return removed
    }

    mutating func removeAll() -> [Observer] {
        defer { observers = [:] }
        return all
    }
}
