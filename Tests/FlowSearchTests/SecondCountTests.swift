import FlowSearch
import Testing

/// The explorer against a count by a search that shares no code with it.
@Suite("A second count")
struct SecondCountTests {
    /// Explores the system, and expects as many states and steps as the second count has.
    private func explored<System: SmallSystem>(_ system: System) throws -> Exploration<Numbered<System>> {
        let exploration = try #require(Explorer.explore(Numbered(system)).exploration)
        let naive = system.counted()
        #expect(exploration.configurationCount == naive.states.count)
        #expect(exploration.stepCount == naive.steps)
        return exploration
    }

    @Test("Peterson's lock keeps two processes apart, and lets each of them in if both go on")
    func petersonsLock() throws {
        var lock = try explored(PetersonsLock())
        #expect(lock.shortestRun(showing: PetersonsLock.bothInside) == nil)
        for process in 0...1 {
            #expect(lock.fairLasso(without: PetersonsLock.isInside(process)) == nil)
            let unfair = try explored(PetersonsLock(isFair: false))
            #expect(unfair.fairLasso(without: PetersonsLock.isInside(process)) != nil)
        }
        var rude = try explored(PetersonsLock(yieldsTurn: false))
        #expect(rude.shortestRun(showing: PetersonsLock.bothInside)?.stepCount == 6)
    }

    @Test(
        "A faulty channel lets words come twice and out of order, by a shortest run, and a sound one never does",
        arguments: [2, 3])
    func faultyChannel(capacity: Int) throws {
        var faulty = try explored(FaultyChannel(capacity: capacity))
        #expect(faulty.shortestRun(showing: FaultyChannel.outOfOrder)?.stepCount == 4)
        #expect(faulty.shortestRun(showing: FaultyChannel.doubled)?.stepCount == 3)
        var orderly = try explored(FaultyChannel(capacity: capacity, isFaulty: false))
        #expect(orderly.shortestRun(showing: [FaultyChannel.outOfOrder, FaultyChannel.doubled]) == nil)
    }

    @Test("The alternating bit takes no message twice, unless a channel reorders", arguments: [1, 2, 3])
    func alternatingBit(capacity: Int) throws {
        var protocolOfBits = try explored(AlternatingBit(capacity: capacity))
        #expect(protocolOfBits.shortestRun(showing: AlternatingBit.takenTwice) == nil)
        var doubling = try explored(AlternatingBit(capacity: capacity, doubles: true))
        #expect(doubling.shortestRun(showing: AlternatingBit.takenTwice) == nil)
        var reordering = try explored(AlternatingBit(capacity: capacity, doubles: true, reorders: true))
        #expect((reordering.shortestRun(showing: AlternatingBit.takenTwice) != nil) == (capacity > 1))
    }

    @Test("The alternating bit goes round for ever where each word may be lost, and not where losses are bounded")
    func livelock() throws {
        let lossy = try explored(AlternatingBit())
        let livelock = try #require(lossy.fairLasso(without: AlternatingBit.accepted))
        #expect(!livelock.rests, "the endless run must go round, and not rest in one state")
        let bounded = try explored(AlternatingBit(greatestLoss: 2))
        #expect(bounded.fairLasso(without: AlternatingBit.accepted) == nil)
    }
}
