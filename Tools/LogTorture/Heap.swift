/// A priority queue: the least entry comes out first. An entry has up to four children, which makes the heap less deep than two would.
struct Heap<Entry: Comparable> {
    private var entries: [Entry] = []

    /// The least entry; nil where there is none.
    var first: Entry? { entries.first }

    mutating func insert(_ new: Entry) {
        entries.append(new)
        var place = entries.count - 1
        while place > 0, new < entries[(place - 1) / 4] {
            entries[place] = entries[(place - 1) / 4]
            place = (place - 1) / 4
        }
        entries[place] = new
    }

    /// Takes the least entry out; there must be one.
    mutating func removeFirst() -> Entry {
        let first = entries[0]
        let last = entries.removeLast()
        if entries.isEmpty { return first }
        var place = 0
        while true {
            var least = 4 * place + 1
            if least >= entries.count { break }
            let end = min(least + 4, entries.count)
            for child in least..<end where entries[child] < entries[least] { least = child }
            if !(entries[least] < last) { break }
            entries[place] = entries[least]
            place = least
        }
        entries[place] = last
        return first
    }
}
