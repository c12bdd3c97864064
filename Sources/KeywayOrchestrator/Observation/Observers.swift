/// Who wants to be told of something, in the order in which they came.
struct Observers<Observer> {
    private var observers: [Int: Observer] = [:]
    private var nextKey = 0

    var all: [Observer] { observers.sorted { $0.key < $1.key }.map(\.value) }

    mutating func add(_ observer: Observer) -> Int {
        defer { nextKey += 1 }
        observers[nextKey] = observer
        return nextKey
    }

    mutating func remove(_ key: Int) {
        observers[key] = nil
    }

    mutating func removeAll() -> [Observer] {
        defer { observers = [:] }
        return all
    }
}
