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
        let cut = ShadowedRun(of: try RunHistory(of: run.records(), isCut: true))
        #expect(whole.verdict != .notJudged(.cut) && whole.flowOutcome == "waiting in running")
        #expect(cut.verdict == .notJudged(.cut) && cut.flowOutcome == "cut in running")
        let sentences = Explanation(of: cut.history).sentences.filter { $0.subject == .shadow }.map(\.text)
        #expect(sentences.last == "The app told no end of its handler before records were lost.")
    }
}
