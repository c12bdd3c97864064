import KeywayCore
import KeywayLog
import Testing

@testable import KeywayNodes

@Suite("When a node wakes runs")
struct AlarmHeapTests {
    @Test(
        "The earliest comes first, whether alarms were set one by one or all at once, and of two at one moment the lower run"
    )
    func order() {
        let alarms = [(5, 1), (3, 2), (9, 3), (3, 1), (7, 4), (1, 9), (5, 0)].map { time, run in
            (time: Int64(time), run: RunID(high: 0, low: UInt64(run)))
        }
        let sorted = alarms.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
        var single = AlarmHeap()
        for alarm in alarms { single.insert(alarm.run, at: alarm.time) }
        for heap in [single, AlarmHeap(alarms)] {
            var heap = heap
            for expected in sorted {
                #expect(heap.first.map { $0 == expected } == true)
                heap.removeFirst()
            }
            #expect(heap.first == nil && heap.count == 0)
        }
    }

    @Test("Alarms that were set anew, and those of runs that the node has forgotten, do not stay until their time")
    func old() {
        var node = NodeMachine(NodeID(1), serving: [])
        let runs = (0..<10 as Range<UInt64>).map { RunID(high: 0, low: $0) }
        let day: Int64 = 86_400_000
        for turn in 0..<10_000 as Range<Int64> {
            for run in runs {
                node.runs[run] = node.runs[run] ?? Boxed(NodeRun())
                node.wake(run, at: day + turn)
            }
            // It is forgotten, and known again in the next turn.
            node.runs[runs[3]] = nil
        }
        #expect(node.alarms.count < 1_100)
        #expect(node.alarms.first?.time ?? 0 >= day)
        for run in runs where run != runs[3] { #expect(node.runs[run]?.alarm == day + 9_999) }
    }
}
