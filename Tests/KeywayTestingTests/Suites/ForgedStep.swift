import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites
import Testing

@testable import KeywayTesting

/// A step of a genuine walk, which a test changes to see which law then breaks; the judge has seen all steps before it.
struct ForgedStep {
    let before: RunState
    private let judge: StepJudge
    private let stage: WalkedRun.Stage
    private let walked: WalkedRun

    /// Takes the first step that `isMeant` accepts and that is the only step of its part of a walk; walks of many seeds are searched.
    ///
    /// A part is one thing that is done to the run, with the steps that come of it.
    init(on flow: LoadedFlow, where isMeant: (WalkedRun.WalkedStep, RunState) -> Bool) throws {
        let suite = flow.suite
        let prepared = PreparedTable(flow.table)
        for seed in UInt64(1)...400 {
            var beginning = Draws([])
            var walked = try WalkedRun(of: prepared, withholding: suite.withheld, choosing: &beginning)
            var judge = StepJudge(suite: suite, words: prepared.words, walked)
            for part in 0..<FlowSuite.parts(ofWalk: seed) {
                var draws = Draws(seed: seed &* 0x1_0000 &+ UInt64(part))
                let stage = walked.go(on: &draws)
                if stage.steps.count == 1, let step = stage.steps.first, isMeant(step, judge.run) {
                    self.init(before: judge.run, judge: judge, stage: stage, walked: walked)
                    #expect(breach() == nil, "it is genuine before it is forged")
                    return
                }
                judge.judge(stage, part: part, now: walked.now)
            }
        }
        throw NoSuchStep()
    }

    private init(before: RunState, judge: StepJudge, stage: WalkedRun.Stage, walked: WalkedRun) {
        (self.before, self.judge, self.stage, self.walked) = (before, judge, stage, walked)
    }

    struct NoSuchStep: Error {}

    /// The law that is broken once `change` has been made to the step, or once the run has refused it with `error`.
    func breach(of change: (inout WalkedRun.WalkedStep) -> Void = { _ in }, stoppedBy error: RunError? = nil) -> Law? {
        judged(change, error).breach?.law
    }

    /// The law that is broken once `change` has been made to all records so far, and `stepChange` to the step as the judge is told it.
    ///
    /// `withholding`: texts that no record may have, besides those that came to the run.
    func breach(
        ofRecords change: (inout [Record]) -> Void, step stepChange: (inout WalkedRun.WalkedStep) -> Void = { _ in },
        withholding texts: Set<String> = []
    ) -> Law? {
        var judge = judged(stepChange, nil, withholding: texts)
        var records = walked.log.records(of: walked.run)
        change(&records)
        judge.judge(records)
        return judge.breach?.law
    }

    /// The law that is broken once `change` has been made to the bytes of the last record.
    func breach(ofBytes change: (inout [UInt8]) -> Void) throws -> Law? {
        var judge = judged({ _ in }, nil)
        let record = try #require(walked.log.records(of: walked.run).last)
        var bytes = record.codedBytes
        change(&bytes)
        judge.judge(bytes, of: record, following: nil, part: 0)
        return judge.breach?.law
    }

    /// The law that is broken where the run has another state than its steps lead to.
    func breachWhereRunHasAnotherState() -> Law? {
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
