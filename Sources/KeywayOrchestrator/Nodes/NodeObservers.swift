import KeywayCore
import KeywayRuns

/// Who observes the runs of a node.
struct NodeObservers {
    private struct Entry {
        let observer: StateObserver
        /// The flow that the observer believes the run to follow.
        let flow: RunningFlow
        /// What it was told last.
        var told: RunView?
    }

    /// What an observer is told, outside of every lock.
    enum Telling {
        case view(RunView, to: StateObserver)
        /// Nothing comes any more: without an error the run has ended.
        case end(StateObserver, because: NodeError?)

        func perform() {
            switch self {
            case .view(let view, let observer): observer.tell(view)
            case .end(let observer, let error): observer.finish(error)
            }
        }
    }

    /// By the runs that they observe, and by the observers' numbers.
    private var observers: [RunID: [Int: Entry]] = [:]
    private var lastNumber = 0

    /// Gives out a number for one observer, which is added under it later.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ observer: StateObserver, as number: Int, of run: RunID, following flow: RunningFlow) {
        observers[run, default: [:]][number] = Entry(observer: observer, flow: flow)
    }

    /// Returns what was removed, to be let go of outside of every lock, and whether nobody observes the run any more.
    mutating func remove(_ number: Int, of run: RunID) -> (removed: StateObserver?, isLast: Bool) {
        let removed = observers[run]?.removeValue(forKey: number)
        if observers[run]?.isEmpty == true { observers[run] = nil }
        return (removed?.observer, observers[run] == nil)
    }

    mutating func removeAll(of run: RunID) -> [StateObserver] {
        (observers.removeValue(forKey: run) ?? [:]).sorted { $0.key < $1.key }.map(\.value.observer)
    }

    mutating func removeAll() -> [StateObserver] {
        defer { observers = [:] }
        return observers.values.flatMap { $0.values.map(\.observer) }
    }

    /// What those who observe the run are to be told, now that the machine has changed; nobody is told the same view twice.
    mutating func tell(_ machine: RunMachine, of run: RunID) -> [Telling] {
        guard let all = observers[run] else { return [] }
        let view = RunView(of: machine)
        var tellings: [Telling] = []
        for (number, entry) in all.sorted(by: { $0.key < $1.key }) {
            if let mismatch = machine.flow.mismatch(asReadBy: entry.flow) {
                tellings.append(.end(entry.observer, because: mismatch))
                continue
            }
            if entry.told != view {
                observers[run]?[number]?.told = view
                tellings.append(.view(view, to: entry.observer))
            }
            if machine.isOver { tellings.append(.end(entry.observer, because: nil)) }
        }
        return tellings
    }
}
