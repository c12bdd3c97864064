import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites
import Testing

@testable import KeywayTesting

/// A step of a genuine walk, which a test changes to see which law then breaks; the judge has seen all steps before it.
struct ForgedStep {
    let flow: LoadedFlow
    let before: RunState
    private let judge: StepJudge
    private let stage: WalkedRun.Stage
    private let walked: WalkedRun

    /// Takes the first such step, over walks of many seeds, that is the only step of its part of the walk.
    init(on flow: LoadedFlow, where isMeant: (WalkedRun.WalkedStep, RunState) -> Bool) throws {
        let suite = flow.suite
        let prepared = PreparedTable(flow.table)
        for seed in UInt64(1)...400 {
            var walked = try WalkedRun(of: prepared, withholding: suite.withheld)
            var judge = StepJudge(suite: suite, words: prepared.words, walked)
            for part in 0..<FlowSuite.parts(ofWalk: seed) {
                var draws = Draws(seed: seed &* 0x1_0000 &+ UInt64(part))
                let stage = walked.go(on: &draws)
                if stage.steps.count == 1, let step = stage.steps.first, isMeant(step, judge.run) {
                    self.init(flow: flow, before: judge.run, judge: judge, stage: stage, walked: walked)
                    #expect(breach() == nil, "it is genuine before it is forged")
                    return
                }
                judge.judge(stage, part: part, now: walked.now)
            }
        }
        throw NoSuchStep()
    }

    private init(flow: LoadedFlow, before: RunState, judge: StepJudge, stage: WalkedRun.Stage, walked: WalkedRun) {
        (self.flow, self.before, self.judge, self.stage, self.walked) = (flow, before, judge, stage, walked)
    }

    struct NoSuchStep: Error {}

    /// The law that the step breaks once it is changed so, or once the run stops instead.
    func breach(of change: (inout WalkedRun.WalkedStep) -> Void = { _ in }, stoppedBy error: RunError? = nil) -> Law? {
        judged(change, error).breach?.law
    }

    /// The law that the records of all that came so far break once they, or the step that was told, are changed so.
    func breach(
        ofRecords change: (inout [Record]) -> Void, told: (inout WalkedRun.WalkedStep) -> Void = { _ in },
        withholding texts: Set<String> = []
    ) -> Law? {
        var judge = judged(told, nil, withholding: texts)
        var records = walked.log.records(of: walked.run)
        change(&records)
        judge.judge(records)
        return judge.breach?.law
    }

    /// The law that the bytes of the last record break once they are changed so.
    func breach(ofBytes change: (inout [UInt8]) -> Void) throws -> Law? {
        var judge = judged({ _ in }, nil)
        let record = try #require(walked.log.records(of: walked.run).last)
        var bytes = record.codedBytes
        change(&bytes)
        judge.judge(bytes, of: record, following: nil, part: 0)
        return judge.breach?.law
    }

    /// The law that is broken where the run is elsewhere than its steps lead.
    func breachWhereRunIsElsewhere() -> Law? {
        var (judge, stage) = (judge, stage)
        stage.isWhereStepsLead = false
        judge.judge(stage, part: 0, now: walked.now)
        return judge.breach?.law
    }

    private func judged(
        _ change: (inout WalkedRun.WalkedStep) -> Void, _ error: RunError?, withholding texts: Set<String> = []
    ) -> StepJudge {
        var (judge, stage) = (judge, stage)
        change(&stage.steps[0])
        stage.error = error
        stage.withheld.formUnion(texts)
        judge.judge(stage, part: 0, now: walked.now)
        return judge
    }
}
