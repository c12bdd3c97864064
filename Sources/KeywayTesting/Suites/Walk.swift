import KeywayCore
import KeywayLog
import KeywayRuns
import KeywaySuites

/// A random walk as it went: each step in the spec's words, where each part led, and the first law that broke.
///
/// A part is one thing that the walk does to the run; its case is the list of its parts, each as the numbers drawn.
struct Walk {
    struct Breach: Equatable {
        var law: Law
        var explanation: String
        /// The index of the part of the case with which the law broke; the number of parts where it broke after all of
        /// them.
        var part: Int
    }

    var choices = ChoiceSequence()
    var lines: [String] = []
    /// The state after each part.
    var states: [Int] = []
    /// For each order that is open after the last part, before the run is left alone, how many replies there are to it.
    var replyCounts: [Int] = []
    var breach: Breach?
    var records: [Record] = []
    var orders: [EffectOrder] = []

    /// The breach of `sameAgain`, where a second walk of the same case went otherwise; nil where both went alike.
    func breach(comparedWith again: Walk) -> Breach? {
        if again.lines == lines, again.records == records, again.orders == orders { return nil }
        let line = zip(lines, again.lines).first { $0 != $1 }.map { ": \($0), then \($1)" } ?? ""
        return Breach(law: .sameAgain, explanation: "it goes otherwise\(line)", part: choices.spans.count)
    }
}

/// Where the parts of a case come from.
enum CaseSource {
    /// So many parts, whose numbers are drawn at random from the seed.
    case seed(UInt64, parts: Int)
    /// The numbers of a walk that was made before, or of one to be tried.
    case recorded(ChoiceSequence)
}

/// Walks cases through one table and judges every step by the suite's laws.
struct WalkRunner {
    let suite: FlowSuite
    let prepared: PreparedTable
    private static let greatestPartsAfterTheEnd = 4

    init(_ suite: FlowSuite, through table: Table) {
        self.suite = suite
        prepared = PreparedTable(table)
    }

    /// Walks the case twice: what is not the same the second time broke a law as well.
    func walk(_ source: CaseSource) -> Walk {
        var walk = walkOnce(source)
        guard walk.breach == nil else { return walk }
        walk.breach = walk.breach(comparedWith: walkOnce(.recorded(walk.choices)))
        return walk
    }

    func walkOnce(_ source: CaseSource) -> Walk {
        var walk = Walk()
        do {
            // The walker notes which texts it gives to these fields; the judge looks for the texts in the records.
            var walker = try Walker(of: prepared, withholding: suite.withheld)
            var judge = StepJudge(suite: suite, words: prepared.words, walker)
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
                case .seed(let seed, _): draws = Draws(seed: seed &* 0x1_0000 &+ UInt64(part))
                case .recorded(let choices): draws = Draws(choices.spans[part])
                }
                let stage = walker.go(on: &draws)
                walk.choices.spans.append(draws.numbers)
                judge.judge(stage, part: part, now: walker.now)
                walk.states.append(judge.run.state)
                if walker.machine.isEnded { partsAfterTheEnd += 1 }
                walk.breach = judge.breach
            }
            walk.replyCounts = walker.replyCounts
            if walk.breach == nil { leaveAlone(&walker, &judge, part: count) }
            walk.breach = judge.breach
            walk.lines = judge.lines
            walk.records = walker.log.records(of: walker.run)
            walk.orders = walker.orders
            judge.judge(walk.records)
            walk.breach = judge.breach
        } catch {
            walk.breach = Walk.Breach(law: .everyEventIsAnswered, explanation: "it does not begin: \(error)", part: 0)
        }
        return walk
    }

    /// Lets only time pass, with the timers and limits of effects that are due; the run must then end in time.
    private func leaveAlone(_ walker: inout Walker, _ judge: inout StepJudge, part: Int) {
        guard let limit = suite.sessionDeadline else { return }
        let end = Walker.start.advanced(byMilliseconds: limit)
        var rounds = 0
        // Where the walk moved the clock past the deadline and decided nothing, all that is due comes at once.
        while !walker.machine.isEnded, judge.breach == nil, rounds < 10_000,
            let due = walker.nextDue, max(due, walker.now) <= max(end, walker.now)
        {
            rounds += 1
            judge.judge(walker.pass(until: due), part: part, now: walker.now)
        }
        guard judge.breach == nil, !judge.hasEnded else { return }
        judge.note(.aloneItEnds, "it is still in \(prepared.words.state(walker.machine.state.state))", part: part)
    }
}
