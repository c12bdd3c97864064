import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites

/// Where the numbers come from by which a walk is made; a *part* of them is for one thing that the walk does.
enum WalkSource {
    /// As many parts as `parts` says, whose numbers are drawn at random from the seed.
    case seed(UInt64, parts: Int)
    /// The numbers of a walk that was made before, or of one to be tried.
    case recorded(ChoiceSequence)
}

/// Makes walks through one table, each by numbers, and judges every step by the suite's laws.
struct WalkRunner {
    let suite: FlowSuite
    let prepared: PreparedTable
    /// So many parts may come after the run's end, to see that nothing leads out of a final.
    private static let greatestPartsAfterTheEnd = 4

    init(_ suite: FlowSuite, through table: Table) {
        self.suite = suite
        prepared = PreparedTable(table)
    }

    /// Makes the walk twice: what is not the same the second time broke a law as well.
    func walk(_ source: WalkSource) -> RecordedWalk {
        var walk = walkOnce(source)
        guard walk.breach == nil else { return walk }
        walk.breach = walk.breach(comparedWith: walkOnce(.recorded(walk.choices)))
        return walk
    }

    /// Makes the walk once, and judges it by every law but `sameAgain`'s second walk.
    func walkOnce(_ source: WalkSource) -> RecordedWalk {
        var walk = RecordedWalk()
        do {
            var beginning: Draws
            switch source {
            // No part has this place, as no walk has 65,536 parts.
            case .seed(let seed, _): beginning = Draws(seed: seed &* 0x1_0000 &+ 0xFFFF)
            case .recorded(let choices): beginning = Draws(choices.beginning)
            }
            // The walked run notes which texts it gives to these fields; the judge looks for the texts in the records.
            var walked = try WalkedRun(of: prepared, withholding: suite.withheld, choosing: &beginning)
            walk.choices.beginning = beginning.numbers
            var judge = StepJudge(suite: suite, words: prepared.words, walked)
            walk.breach = judge.breach
            let count: Int
            switch source {
            case .seed(_, let parts): count = parts
            case .recorded(let choices): count = choices.spans.count
            }
            var partsAfterTheEnd = 0
            for part in 0..<count where walk.breach == nil && partsAfterTheEnd < Self.greatestPartsAfterTheEnd {
                var draws: Draws
                switch source {
                // Each part draws from a seed of its own; no walk has 65,536 parts.
                case .seed(let seed, _): draws = Draws(seed: seed &* 0x1_0000 &+ UInt64(part))
                case .recorded(let choices): draws = Draws(choices.spans[part])
                }
                let stage = walked.go(on: &draws)
                walk.choices.spans.append(draws.numbers)
                judge.judge(stage, part: part, now: walked.now)
                walk.states.append(judge.run.state)
                if walked.machine.isEnded { partsAfterTheEnd += 1 }
                walk.breach = judge.breach
            }
            walk.replyCounts = walked.replyCounts
            if walk.breach == nil { leaveAlone(&walked, &judge, part: count) }
            walk.breach = judge.breach
            walk.lines = judge.lines
            walk.records = walked.log.records(of: walked.run)
            walk.orders = walked.orders
            judge.judge(walk.records)
            walk.breach = judge.breach
        } catch {
            walk.breach = RecordedWalk.Breach(
                law: .everyEventIsAnswered, explanation: "it does not begin: \(error)", part: 0)
        }
        return walk
    }

    /// Lets only time pass, with the timers and limits of effects that are due; the run must then end in time, by the session deadline
    /// that was chosen for it. A suite without one asks for nothing here.
    private func leaveAlone(_ walked: inout WalkedRun, _ judge: inout StepJudge, part: Int) {
        guard let limit = chosenDeadline(of: walked) ?? suite.sessionDeadline else { return }
        let end = WalkedRun.start.advanced(byMilliseconds: limit)
        var rounds = 0
        // Where the walk moved the clock past the deadline and decided nothing, all that is due comes at once.
        while !walked.machine.isEnded, judge.breach == nil, rounds < 10_000,
            let due = walked.nextDue, max(due, walked.now) <= max(end, walked.now)
        {
            rounds += 1
            judge.judge(walked.pass(until: due), part: part, now: walked.now)
        }
        guard judge.breach == nil, !judge.hasEnded else { return }
        judge.note(.aloneItEnds, "it is still in \(prepared.words.state(walked.machine.state.state))", part: part)
    }

    /// The session deadline that was chosen for the run, in milliseconds; nil where the run has that of the spec.
    private func chosenDeadline(of walked: WalkedRun) -> Int64? {
        guard let name = suite.sessionParameter, let parameter = prepared.table.parameter(named: name),
            case .duration(let chosen)? = walked.chosen[parameter.position]
        else { return nil }
        return chosen
    }
}
