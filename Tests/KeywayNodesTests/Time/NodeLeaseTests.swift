import Testing

@testable import KeywayNodes

@Suite("The lease of a node")
struct NodeLeaseTests {
    @Test("It counts from before the beat was sent, and is somewhat shorter than at the engine")
    func counting() {
        var lease = NodeLease(length: 10_000)
        #expect(!lease.isHeld(at: 0))
        lease.renew(sentAt: 100, answeredAt: 400)
        #expect(lease.isHeld(at: 400) && lease.isHeld(at: 9_599) && !lease.isHeld(at: 9_600))
    }

    @Test("An answer that comes behind the end begins a lease anew, whenever its beat was sent")
    func gaps() {
        var lease = NodeLease(length: 10_000)
        lease.renew(sentAt: 0, answeredAt: 10)
        lease.renew(sentAt: 5_000, answeredAt: 5_010)
        #expect(lease.isUnbroken(from: 10, until: 14_499))
        // This beat is sent while the lease is held, and answered when it is over.
        lease.renew(sentAt: 14_000, answeredAt: 15_000)
        #expect(lease.isHeld(at: 15_000))
        #expect(!lease.isUnbroken(from: 14_000, until: 15_000) && lease.isUnbroken(from: 15_000, until: 15_001))
    }

    @Test("After a gap, and at first, nobody is called dead for a lease")
    func judging() {
        var lease = NodeLease(length: 10_000)
        for beat in stride(from: 0, through: 20_000, by: 2_500) as StrideThrough<Int64> {
            lease.renew(sentAt: beat, answeredAt: beat + 5)
            #expect(lease.mayJudge(at: beat + 5) == (beat >= 10_000))
        }
        lease.pass(40_000)
        lease.renew(sentAt: 40_000, answeredAt: 40_005)
        #expect(!lease.mayJudge(at: 40_005))
    }
}
