/// The observers of something, in the order in which they came.
struct Observers<Observer> {
    /// By the keys that `nextKey` has given out.
    private var observers: [Int: Observer] = [:]
    /// Keys that `nextKey` has given out and for which none of `add`, `forget` and `remove` was called yet.
    private var expected: Set<Int> = []
    private var lastKey = 0

    /// Whether there are none, and none is expected.
    var isEmpty: Bool { observers.isEmpty && expected.isEmpty }

    var all: [Observer] { observers.isEmpty ? [] : observers.sorted { $0.key < $1.key }.map(\.value) }

    /// Gives out a key for one observer, which is added under it later.
    mutating func nextKey() -> Int {
        lastKey += 1
        expected.insert(lastKey)
        return lastKey
    }

    /// Adds the observer under a key from `nextKey`; does nothing where the key was removed meanwhile.
    mutating func add(_ observer: Observer, as key: Int) {
        if expected.remove(key) != nil { observers[key] = observer }
    }

    /// Takes back a key under which no observer is to be added any more, because there is nothing left to be told.
    mutating func forget(_ key: Int) {
        expected.remove(key)
    }

    /// Removes the observer, and returns it for the caller to let go of outside of every lock; nil where it was not added. One that was not
    /// added yet never is.
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
