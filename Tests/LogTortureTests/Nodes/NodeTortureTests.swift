import ProgramStreams
import TestThreads
import Testing

@testable import LogTorture

@Suite("The torture of nodes that share a log", .serialized, .longComputation)
struct NodeTortureTests {
    private func tally(_ seeds: Range<UInt64>, _ mistake: NodeMistake? = nil, stopsAtBreach: Bool = false) async
        -> NodeTally
    {
        await Torture.run(seeds: seeds, stopsAtBreach: stopsAtBreach, by: Torture.Pace(tasks: 2)) {
            await NodeWorld.tally(of: $0, mistake: mistake)
        }
    }

    @Test("Every law holds by the first seeds, and they do the same again")
    func seeds() async {
        let first = await tally(1..<301)
        #expect(first.breaches == [])
        #expect(first.seeds == 300)
        #expect(first.faults > 10_000 && first.appends > 10_000 && first.acknowledged > 4_000)
        let second = await tally(1..<301)
        #expect(second.digest == first.digest)
        let others = await tally(301..<303)
        #expect(others.digest != first.digest)
    }

    /// The one that is left out needs several coincidences; `LogTorture --nodes --planted` finds it as well.
    @Test("Each mistake is found", arguments: NodeMistake.allCases.filter { $0 != .postponesWithoutVersion })
    func mistakes(mistake: NodeMistake) async {
        let tally = await tally(1..<401, mistake, stopsAtBreach: true)
        #expect(tally.breaches.first != nil)
    }

    @Test("A deadline that a node lets happen before it is due breaks the law that says so")
    func earlyDeadlines() async {
        let tally = await tally(1..<41, .earlyDeadlines)
        #expect(tally.firstBreach(of: .timersNotEarly) != nil)
    }

    @Test("A seed can be told step by step")
    func story() {
        var world = NodeWorld(seed: 1, mistake: nil, telling: true)
        world.play()
        #expect(world.story.count > 50)
    }

    @Test("A call of the simulation says what it asks for, or what is wrong with it")
    func calls() throws {
        let call = try Call(["--nodes", "--planted", "--plant", "wallClock"])
        #expect(call.subject == .nodes && call.work == .mistakes && call.mistake == "wallClock")
        for arguments in [["--nodes", "--plant", "flushSkipped"], ["--plant", "wallClock"]] {
            #expect(throws: WrongCall.self) { try Call(arguments) }
        }
    }
}
