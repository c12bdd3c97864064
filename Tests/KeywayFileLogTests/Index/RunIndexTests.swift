import KeywayCore
import Testing

@testable import KeywayFileLog

@Suite("Where each run of a log stands")
struct RunIndexTests {
    @Test("An entry takes 40 bytes, so that an idle run takes less than 64 with what finds it")
    func size() {
        #expect(MemoryLayout<RunIndex.Entry>.stride == 40)
    }

    @Test("Every run that was added is found, whatever its identity, and no other", arguments: [0, 1, 2] as [UInt64])
    func finding(kind: UInt64) {
        var generator = Seeded(5)
        let runs: [RunID] = (0..<20_000).map { (number: UInt64) in
            switch kind {
            case 0: RunID(high: 7, low: number)
            case 1: RunID(high: number, low: 7)
            default: .random(using: &generator)
            }
        }
        let index = RunIndex()
        for (number, run) in runs.enumerated() {
            #expect(index.find(run) == nil)
            index.add(
                RunIndex.Entry(
                    run: run, time: Int64(number), place: BlockPlace(segment: 1, offset: 48), next: 1,
                    referenceAndOpen: 0))
        }
        #expect(index.count == runs.count)
        for (number, run) in runs.enumerated() { #expect(index.find(run) == number) }
        #expect(index.find(RunID(high: .max, low: .max)) == nil)
        index[3].next = 9
        #expect(index[3].next == 9 && index[4].next == 1)
    }
}
