/// When something happens to which run, the earliest first; at one time the lower place first. Four children each: it is less deep.
struct RunHeap {
    private struct Entry {
        var time: Int64
        var run: UInt32

        func precedes(_ other: Entry) -> Bool { time != other.time ? time < other.time : run < other.run }
    }

    private var entries: [Entry] = []

    /// The earliest time; `.max` where there is none.
    var first: Int64 { entries.isEmpty ? .max : entries[0].time }

    mutating func insert(_ run: UInt32, at time: Int64) {
        let new = Entry(time: time, run: run)
        entries.append(new)
        var place = entries.count - 1
        while place > 0, new.precedes(entries[(place - 1) / 4]) {
            entries[place] = entries[(place - 1) / 4]
            place = (place - 1) / 4
        }
        entries[place] = new
    }

    mutating func removeFirst() -> UInt32 {
        let first = entries[0].run
        let last = entries.removeLast()
        if entries.isEmpty { return first }
        var place = 0
        while true {
            var least = 4 * place + 1
            if least >= entries.count { break }
            let end = min(least + 4, entries.count)
            for child in least..<end where entries[child].precedes(entries[least]) { least = child }
            if !entries[least].precedes(last) { break }
            entries[place] = entries[least]
            place = least
        }
        entries[place] = last
        return first
    }
}
