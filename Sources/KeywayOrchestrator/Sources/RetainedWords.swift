package import Keyway

/// A leg of a run, as one that hears what sources say.
package struct Listener: Hashable, Sendable {
    var run: RunID
    var leg: Int

    /// The leg at this position among those of the run.
    package init(run: RunID, leg: Int) {
        self.run = run
        self.leg = leg
    }
}

/// The latest of each word that flows declare `retained`, in the order in which they were said, and who has heard them.
///
/// There are no more of them than the flows of the process declare.
struct RetainedWords {
    private struct Word {
        var number: UInt64
        var key: Key
        var callback: RawValue
        /// Whom it came to when it was said.
        var heardBy: Listener?
    }

    private struct Key: Hashable {
        var source: SourceName
        /// What stands in the field that the source goes by.
        var word: RawValue
    }

    private var words: [Word] = []
    /// How many have been said.
    private var count: UInt64 = 0
    /// How many had been said when a leg of a run was last told of them.
    private var marks: [RunID: [Int: UInt64]] = [:]

    /// Keeps the callback if one of the flows reads it as a retained word; an earlier one of its kind is forgotten.
    mutating func note(_ callback: RawValue, as flows: [Table], heardBy listener: Listener?) {
        for key in Set(flows.compactMap { Self.key(of: callback, as: $0) }) {
            count += 1
            words.removeAll { $0.key == key }
            words.append(Word(number: count, key: key, callback: callback, heardBy: listener))
        }
    }

    /// What the listener's flow reads as retained and it has not heard; it counts as heard then.
    mutating func unheard(by listener: Listener, of table: Table) -> [RawValue] {
        guard !words.isEmpty else { return [] }
        let mark = marks[listener.run]?[listener.leg] ?? 0
        marks[listener.run, default: [:]][listener.leg] = count
        return words.filter {
            $0.number > mark && $0.heardBy != listener && Self.key(of: $0.callback, as: table) == $0.key
        }.map(\.callback)
    }

    /// Forgets what the run has heard; it is over.
    mutating func forget(_ run: RunID) {
        marks[run] = nil
    }

    private static func key(of callback: RawValue, as table: Table) -> Key? {
        guard case .object(let members) = callback,
            let (source, isRetained) = table.reader(of: callback), isRetained, let word = members[source.by]
        else { return nil }
        return Key(source: SourceName(source), word: word)
    }
}

extension Table {
    /// The first source that reads the callback as an event, as `decode` does, and whether it retains it.
    fileprivate func reader(of callback: RawValue) -> (source: Source, isRetained: Bool)? {
        for source in sources {
            if case .event(_, _, _, let isRetained) = source.decode(
                callback, events: events, enumerations: enumerations)
            {
                return (source, isRetained)
            }
        }
        return nil
    }
}
