import Keyway
import KeywayLog
import KeywayRuns

/// What a run decided and the log has not told to be durable, in the order of deciding.
///
/// A decision without records stands here as well: its answer must not overtake the records that it was decided on.
struct Undurable {
    struct Entry {
        /// Whether a log tells when its records are durable; else the entry goes with the one before it.
        var isAwaited: Bool
        var outgoing: [Outgoing]
        /// Where the run stands with the entry; nil where it stands as before.
        var shown: RunState?
        /// Who is told the answer, also where the records do not become durable.
        var asker: Asker?
        var answer: CommandAnswer?
    }

    private var entries: [Entry] = []
    /// Entries before it were taken out. A disk that stalls leaves thousands behind them, which are not moved each time.
    private var first = 0

    var isEmpty: Bool { first == entries.count }

    mutating func append(_ entry: Entry) {
        if isEmpty || first > 32 && first * 2 > entries.count {
            entries.removeFirst(first)
            first = 0
        }
        entries.append(entry)
    }

    /// Takes out the first entry, of which the log tells, and those behind it that wait for nothing but their turn.
    mutating func takeDurable() -> [Entry] {
        isEmpty ? [] : take(atLeast: 1)
    }

    /// Takes out the entries at the front of which no log tells.
    mutating func takeUnawaited() -> [Entry] { take(atLeast: 0) }

    mutating func takeAll() -> [Entry] {
        let taken = Array(entries[first...])
        (entries, first) = ([], 0)
        return taken
    }

    private mutating func take(atLeast count: Int) -> [Entry] {
        let start = first
        first += count
        while first < entries.count, !entries[first].isAwaited { first += 1 }
        let taken = Array(entries[start..<first])
        // What was taken out keeps nothing alive while the run waits for what comes next.
        if isEmpty { (entries, first) = ([], 0) }
        return taken
    }
}

/// Who sent a command, and hears the answer once it is durable.
typealias Asker = @Sendable (Result<CommandAnswer, RunError>) -> Void
