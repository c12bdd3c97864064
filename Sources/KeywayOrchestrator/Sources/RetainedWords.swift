import Keyway

/// The latest of each word that flows declare `retained`, in the order in which they were said.
///
/// There are no more of them than the flows of the process declare.
struct RetainedWords {
    private struct Word {
        var number: UInt64
        var key: Key
        var callback: RawValue
        /// The run that it came to when it was said.
        var heardBy: RunID?
    }

    private struct Key: Hashable {
        var source: SourceName
        /// What stands in the field that the source goes by.
        var word: RawValue
    }

    private var words: [Word] = []
    /// How many have been said.
    private(set) var count: UInt64 = 0

    /// Keeps the callback if the flow reads it as a retained word; an earlier one of its kind is forgotten.
    mutating func note(_ callback: RawValue, as table: Table, heardBy run: RunID?) {
        guard let key = key(of: callback, as: table) else { return }
        count += 1
        words.removeAll { $0.key == key }
        words.append(Word(number: count, key: key, callback: callback, heardBy: run))
    }

    /// What the flow reads as retained, came after the mark, and did not come to the run itself.
    func words(for table: Table, of run: RunID, after mark: UInt64) -> [RawValue] {
        words.filter { $0.number > mark && $0.heardBy != run && key(of: $0.callback, as: table) == $0.key }
            .map(\.callback)
    }

    private func key(of callback: RawValue, as table: Table) -> Key? {
        guard case .event(let event, _, let row, isRetained: true) = table.decode(callback),
            case .object(let members) = callback,
            let source = table.sources.first(where: { $0.rows.indices.contains(row) && $0.rows[row].event == event }),
            let word = members[source.by]
        else { return nil }
        return Key(source: SourceName(source), word: word)
    }
}
