import ProgramStreams
import TestThreads
import Testing

@testable import LogTorture

@Suite("The torture of live runs whose log is opened again", .serialized, .longComputation)
struct ReopenedTortureTests {
    private func tally(
        _ seeds: Range<UInt64>, _ mistake: ReopenedMistake? = nil, stopsAtBreach: Bool = false
    ) async -> ReopenedTally {
        await Torture.run(seeds: seeds, stopsAtBreach: stopsAtBreach, by: ReopenedCourse.pace) {
            await ReopenedCourse.tally(of: $0, mistake: mistake)
        }
    }

    @Test("Every law holds by the first seeds, and they draw the same again")
    func seeds() async {
        let first = await tally(1..<41)
        #expect(first.breaches == [])
        #expect(first.seeds == 40)
        #expect(first.faults > 40 && first.answered > 40 && first.shown > 200 && first.performed > 200)
        let second = await tally(1..<41)
        #expect(second.digest == first.digest)
    }

    @Test("Each mistake is found", arguments: ReopenedMistake.allCases)
    func mistakes(mistake: ReopenedMistake) async {
        let tally = await tally(1..<2_001, mistake, stopsAtBreach: true)
        #expect(tally.breaches.first != nil)
        // By the law about it, and not by another one that happens to be broken too.
        if mistake == .answeredTooEarly {
            #expect(tally.breaches.contains { $0.law == .nothingBeforeDurability }, "\(tally.breaches)")
        }
    }

    @Test("A seed can be told step by step")
    func story() async {
        var course = ReopenedCourse(seed: 1, mistake: nil, telling: true)
        await course.play()
        #expect(course.story.count > 10)
    }

    @Test("A call of the torture says what it asks for, or what is wrong with it")
    func calls() throws {
        let call = try Call(["--reopened", "--planted", "--plant", "onceRepeated"])
        #expect(call.subject == .reopened && call.work == .mistakes && call.mistake == "onceRepeated")
        for arguments in [
            ["--reopened", "--plant", "flushSkipped"], ["--reopened", "--nodes"], ["--kill", "3", "--reopened"],
        ] {
            #expect(throws: WrongCall.self) { try Call(arguments) }
        }
    }
}
