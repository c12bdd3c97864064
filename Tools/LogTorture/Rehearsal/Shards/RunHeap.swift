/// The runs to which something happens, the earliest first; of runs with the same time the lower number comes first.
struct RunHeap {
    private struct Entry: Comparable {
        var time: Int64
        var run: UInt32

        static func < (left: Entry, right: Entry) -> Bool {
            left.time != right.time ? left.time < right.time : left.run < right.run
        }
    }

    private var heap = Heap<Entry>()

    /// The earliest time; `.max` where there is none.
    var earliestTime: Int64 { heap.first?.time ?? .max }

    mutating func insert(_ run: UInt32, at time: Int64) { heap.insert(Entry(time: time, run: run)) }

    mutating func removeFirst() -> UInt32 { heap.removeFirst().run }
}
