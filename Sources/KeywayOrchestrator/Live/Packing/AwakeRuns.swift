/// The most recently awakened runs of one shard, the runs that share one lock: these are kept unpacked. Where there is no room,
/// the one that was awakened first is packed: a live run at rest is kept as bytes.
///
/// A process with few runs packs none. With a million runs, all but the busy ones are packed.
struct AwakeRuns {
    /// A ring with one element for each run that has room; nil where the element is free.
    private var runs: [LiveRun?]
    /// The index at which the next one is put.
    private var next = 0

    init(capacity: Int) {
        runs = Array(repeating: nil, count: capacity)
    }

    /// Keeps the run awake. Returns the run that it replaces, or the run itself where there is no room at all, for the caller to pack,
    /// and to release outside of every lock; nil where an element was free.
    mutating func insert(_ run: LiveRun, _ awake: AwakeRun) -> LiveRun? {
        if runs.isEmpty { return run }
        defer { next = (next + 1) % runs.count }
        awake.place = next
        let displaced = runs[next]
        runs[next] = run
        return displaced
    }

    /// Takes out the run at this index, and returns it for the caller to release outside of every lock.
    mutating func remove(at place: Int) -> LiveRun? {
        defer { runs[place] = nil }
        return runs[place]
    }
}
