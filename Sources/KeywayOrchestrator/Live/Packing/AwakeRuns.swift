/// The runs of a shard that are kept awake after something came to them: the last so many. The one that goes is packed.
///
/// A process with few runs packs none; one with a million keeps bytes of all but the busy.
struct AwakeRuns {
    private var runs: [LiveRun?]
    /// Where the next one goes.
    private var next = 0

    init(capacity: Int) {
        runs = Array(repeating: nil, count: capacity)
    }

    /// Keeps the run awake. Returns the run that gives way, for the caller to pack, and to let go of outside of every lock.
    mutating func keep(_ run: LiveRun, _ awake: AwakeRun) -> LiveRun? {
        if runs.isEmpty { return run }
        defer { next = (next + 1) % runs.count }
        awake.place = next
        let displaced = runs[next]
        runs[next] = run
        return displaced
    }

    /// Forgets the run of this place. Returns it, for the caller to let go of outside of every lock.
    mutating func remove(at place: Int) -> LiveRun? {
        defer { runs[place] = nil }
        return runs[place]
    }
}
