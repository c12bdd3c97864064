import FlowMachine
import KeywayCore

/// A final to which a flow comes by its deadlines alone after a word, where nobody says anything more.
struct DeadlineEnd: Hashable {
    /// The final, by its position among the states.
    var state: Int
    /// How long it takes from the word to the final.
    var milliseconds: Int64

    /// A flow that ends sooner than this after a word counts as ended by the word (rule 30), as nothing else could come between. In
    /// milliseconds.
    static let shortestWait: Int64 = 1000
}

extension FlowSystem {
    /// The most steps, of the word and then of one deadline after the other: as many as a run may have (rule 15).
    static let greatestStepCount: UInt64 = 2000
    /// After this many steps the search gives up at a deadline that is `DeadlineEnd.shortestWait` or more after the word: rules ask
    /// only about sooner ends, so only the report of waiting times can miss one.
    private static let greatestSlowStepCount: UInt64 = 64

    /// The finals to which a word may lead when nothing else comes, the soonest first; none where it leads to no final, or only after many
    /// deadlines.
    ///
    /// Only deadlines and limits are followed that the word's own step sets, or a step that follows from it.
    ///
    /// Deadlines that ran before the word, sub-flows and the person are left out: what they do is not the word's doing. A duration
    /// that a variable or a parameter has is taken as short as it can be, and where that is less than `DeadlineEnd.shortestWait`, also as
    /// long as it can be; of ends that come sooner than that all are found, with whichever duration (`endsWithinASecond`).
    mutating func deadlineEnds(after input: FlowInput, from position: Int32) -> [DeadlineEnd] {
        let key = StepKey(position: position, input: number(of: input))
        if let known = deadlineEnds[key] { return known }
        var configuration = configurations[Int(position)]
        let soonEnds = endsWithinASecond(after: input, from: configuration)
        let ends =
            soonEnds
            + lengthsOfDurations(among: configuration.values).compactMap { values in
                configuration.values = values
                return findDeadlineEnd(after: input, from: configuration)
            }
        deadlineEnds[key] = ends.eachOnce.sorted { ($0.milliseconds, $0.state) < ($1.milliseconds, $1.state) }
        return deadlineEnds[key] ?? []
    }

    /// Lists of values for the variables: a duration that may be less than `DeadlineEnd.shortestWait` stands in them as it is, and also as
    /// long as it can be, in every combination. All other values are as given.
    private func lengthsOfDurations(among values: [Value?]) -> [[Value?]] {
        zip(machine.variables, values).reduce([[]]) { ways, next in
            let (variable, value) = next
            let short = ways.map { $0 + [value] }
            guard value != nil, case .duration(let bounds) = variable.field.kind, bounds.isOpenWithinASecond else {
                return short
            }
            return short + ways.map { $0 + [.duration(bounds.upperBound)] }
        }
    }

    /// The final to which the word and then deadlines lead from this configuration; nil where they lead to none in the steps tried.
    private func findDeadlineEnd(after input: FlowInput, from configuration: FlowConfiguration) -> DeadlineEnd? {
        var run = run(in: configuration)
        var sequence: UInt64 = 1
        var now = Self.now
        var event = Event(input.event, fields: input.fields, stamp: input.stamp)
        while sequence <= Self.greatestStepCount {
            _ = interpreter.step(&run, event, at: now, sequence: sequence)
            if machine.states[run.state].isFinal {
                return DeadlineEnd(state: run.state, milliseconds: now.milliseconds - Self.now.milliseconds)
            }
            guard let next = nextDeadline(of: run) else { return nil }
            let isSlow = next.instant.milliseconds - Self.now.milliseconds >= DeadlineEnd.shortestWait
            if isSlow, sequence >= Self.greatestSlowStepCount { return nil }
            (event, now) = (next.event, max(now, next.instant))
            sequence += 1
        }
        return nil
    }

    /// The earliest timer or limit set since the word; of two at the same instant, the timer. Held timers do not count.
    private func nextDeadline(of run: RunState) -> (event: Event, instant: Instant)? {
        let timers = run.timers.filter { $0.deadline > Self.before && !held[run.state].has($0.timer) }
        let limits = run.openEffects.filter { $0.order.sequence > 0 }
        let timer = timers.min { $0.deadline < $1.deadline }
        if let limit = limits.min(by: { $0.limit < $1.limit }), timer.map({ limit.limit < $0.deadline }) ?? true,
            let replies = machine.effects[limit.effect].signature.replies
        {
            return (replies.otherwise(answering: limit.order), limit.limit)
        }
        return timer.map { (Event(machine.timers[$0.timer].event), $0.deadline) }
    }
}
