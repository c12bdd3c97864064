/// Who wants to be told of something, in the order in which they came.
struct Observers<Observer> {
    private var observers: [Int: Observer] = [:]
    /// Keys of observers that are to be added, and have not gone away before.
    private var expected: Set<Int> = []
    private var lastKey = 0

    var all: [Observer] { observers.sorted { $0.key < $1.key }.map(\.value) }

    /// A key of its own for an observer that is added later.
    mutating func nextKey() -> Int {
        lastKey += 1
        expected.insert(lastKey)
        return lastKey
    }

    mutating func add(_ observer: Observer, as key: Int) {
        if expected.remove(key) != nil { observers[key] = observer }
    }

    mutating func remove(_ key: Int) {
        if observers.removeValue(forKey: key) == nil { expected.remove(key) }
    }

    mutating func removeAll() -> [Observer] {
        defer { observers = [:] }
        return all
    }
}
