import FlowFixtures
import KeywayDebugger
import KeywayLog
import Testing

@Suite("A shadow that damage has cut")
struct CutShadowTests {
    private static let flow = """
        flow Way version 1
        command go
        callback done
        source box = "Box" by kind singleton { NEWS => done }
        final good success
        final bad
        require good only after done
        within 15m -> bad
        ignore unrecognised
        reject other
        state idle waits for user { on go -> running late done }
        state running { on done -> good after 10s -> bad }
        """

    @Test("Nothing is said of a shadow whose further records are lost, nor that the app told no end")
    func verdict() throws {
        var run = try DrivenRun(LoadedFlow(Self.flow), kind: .shadow)
        try run.send("go")
        let whole = ShadowedRun(of: try RunHistory(of: run.records()))
        let cut = ShadowedRun(of: try RunHistory(of: run.records(), losing: .certain))
        #expect(whole.verdict != .notJudged(.cut) && whole.flowOutcome == "waiting in running")
        #expect(cut.verdict == .notJudged(.cut) && cut.flowOutcome == "cut in running")
        let sentences = Explanation(of: cut.history).sentences.filter { $0.subject == .shadow }.map(\.text)
        #expect(sentences.last == "The app told no end of its handler before records were lost.")
    }

    @Test("Nothing is said of a shadow whose end may lie in the damaged part of the log")
    func perhapsCut() throws {
        func judged(_ run: DrivenRun) throws -> ShadowedRun {
            ShadowedRun(of: try RunHistory(of: run.records(), losing: .possible))
        }
        var run = try DrivenRun(LoadedFlow(Self.flow), kind: .shadow)
        try run.send("go")
        let lost = try judged(run)
        #expect(lost.verdict == .notJudged(.perhapsCut) && lost.flowOutcome == "perhaps cut in running")
        let sentences = Explanation(of: lost.history).sentences.filter { $0.subject == .shadow }.map(\.text)
        #expect(sentences.last == "The app told no end of its handler in what is left of the damaged log.")
    }
}
