import KeywayCore

/// Live runs, found by their identities.
///
/// A set takes a third of the memory of a dictionary, because it reads the identity from the run, and has no second copy as a key.
struct RunSet {
    private enum Entry: Hashable {
        case run(LiveRun)
        /// A key to find a run by; the set never contains one.
        case sought(Sought)

        private var id: RunID {
            switch self {
            case .run(let run): run.id
            case .sought(let sought): sought.id
            }
        }

        /// The run; nil where the entry is a key.
        var live: LiveRun? { if case .run(let run) = self { run } else { nil } }

        static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }

        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    private final class Sought {
        let id: RunID

        init(_ id: RunID) {
            self.id = id
        }
    }

    private var entries: Set<Entry> = []

    var count: Int { entries.count }

    /// In no promised order.
    var all: [LiveRun] { entries.compactMap(\.live) }

    /// The run of this identity; nil where there is none.
    subscript(id: RunID) -> LiveRun? {
        guard let place = entries.firstIndex(of: .sought(Sought(id))) else { return nil }
        return entries[place].live
    }

    /// Puts the run in, in place of a run of the same identity.
    mutating func insert(_ run: LiveRun) { entries.update(with: .run(run)) }

    /// Takes out the run of this identity, and returns it; nil where there is none.
    mutating func remove(_ id: RunID) -> LiveRun? { entries.remove(.sought(Sought(id)))?.live }
}
