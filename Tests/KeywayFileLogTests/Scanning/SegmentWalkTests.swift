import KeywayCore
import KeywayLog
import Testing

@testable import KeywayFileLog

@Suite("What stands in a segment")
struct SegmentWalkTests {
    private let seed = BlockSeed(log: FileLog.ID(high: 1, low: 2), segment: 1)

    /// The bytes of a segment with one block for each epoch, numbered from 0.
    ///
    /// - Parameter unflushedBefore: for each block, how many right before it were not known to be flushed; empty where all were.
    private func segment(_ epochs: [UInt32], unflushedBefore: [UInt32] = []) -> [UInt8] {
        var blocks = BlockBytes(at: UInt64(SegmentHeader.length), seed: seed)
        for (number, epoch) in epochs.enumerated() {
            let header = BlockHeader(
                kind: 1, epoch: epoch, unflushedBefore: unflushedBefore.isEmpty ? 0 : unflushedBefore[number],
                number: UInt64(number))
            blocks.add(header, expecting: 10) { $0 += [UInt8](repeating: UInt8(number + 1), count: 10) }
        }
        return [UInt8](repeating: 0, count: SegmentHeader.length) + blocks.bytes + [0, 0, 0]
    }

    private func survey(
        _ bytes: [UInt8], firstUnflushed: UInt64 = 0, head: Head? = nil, planted: PlantedFault? = nil
    ) -> Survey {
        bytes.withUnsafeBytes {
            Survey($0, seed: seed, expecting: 0, epoch: 1, firstUnflushed: firstUnflushed, head: head, planted: planted)
        }
    }

    @Test("A block that a later writer overwrote does not count, though the zeros over it were lost: the head knows it")
    func blocksThatComeBack() {
        let bytes = segment([1, 1, 1])
        for firstUnflushed: UInt64 in 0...3 {
            let place = BlockPlace(segment: 1, offset: 48)
            let head = Head(
                log: FileLog.ID(high: 1, low: 2), epoch: 2, firstUnflushed: firstUnflushed, place: place, counter: 1)
            #expect(survey(bytes, firstUnflushed: firstUnflushed, head: head).next == firstUnflushed)
            #expect(survey(bytes, firstUnflushed: firstUnflushed, head: head).isDamaged(planted: nil) == false)
            #expect(survey(bytes, firstUnflushed: firstUnflushed, head: head, planted: .epochIgnored).next == 3)
        }
    }

    @Test("A block of an earlier opening behind one of a later is none, and says nothing of what was flushed")
    func staleBlocks() {
        let bytes = segment([1, 2, 1], unflushedBefore: [0, 1, 0])
        #expect(survey(bytes).next == 2)
        #expect(survey(bytes).firstBad != nil)
        #expect(!survey(bytes).isDamaged(planted: nil))
        #expect(survey(bytes, planted: .epochIgnored).next == 3)
    }

    @Test("A bad block is damage exactly where something says that it was flushed")
    func damageOrDoubt() {
        for number in 0..<4 {
            // Each block says that all blocks before it were flushed; the last one says so of all but block 2.
            var bytes = segment([1, 1, 1, 1], unflushedBefore: [0, 0, 0, 1])
            bytes[SegmentHeader.length + number * 42 + 35] ^= 1
            let survey = survey(bytes)
            #expect(survey.next == number)
            #expect(survey.isDamaged(planted: nil) == (number < 2), "block \(number)")
            #expect(self.survey(bytes, firstUnflushed: UInt64(number)).isDamaged(planted: nil) == (number < 2))
            #expect(self.survey(bytes, firstUnflushed: UInt64(number) + 1).isDamaged(planted: nil))
        }
    }

    @Test("The epoch in a bad block's header counts where it is near those before, and not where a bit has made it far")
    func epochs() {
        var bytes = segment([3, 4, 5])
        let last = SegmentHeader.length + 2 * 42
        bytes[last + 35] ^= 1
        #expect(survey(bytes).epoch == 5)
        bytes[last + 19] ^= 0x80
        #expect(survey(bytes).epoch == 4)
    }

    @Test("A flipped bit anywhere in a block makes it none")
    func flips() {
        let bytes = segment([1, 1])
        for bit in 0..<42 * 8 {
            var bytes = bytes
            bytes[SegmentHeader.length + 42 + bit / 8] ^= 1 << (bit % 8)
            #expect(survey(bytes).next == 1, "bit \(bit)")
        }
    }
}
