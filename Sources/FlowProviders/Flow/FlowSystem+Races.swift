import FlowMachine
import KeywayCore

/// A word and the deadlines behind it, as far as they went by, with durations that may still have several values.
private struct Race {
    /// The run; the deadlines in it count for nothing but to tell how long each new one is.
    var run: RunState
    /// What comes next.
    var event: Event
    /// The number of this event, the word's is 1.
    var sequence: UInt64 = 1
    /// How long after the word it comes.
    var now: OpenDurations.Length
    var durations: OpenDurations
    /// How long after the word each timer fires that was set since, and each limit passes of an effect that was ordered since.
    var timers: [Int: OpenDurations.Length] = [:]
    var limits: [Int: OpenDurations.Length] = [:]

    /// A deadline that may be the next.
    struct Deadline {
        var event: Event
        /// How long after the word it is.
        var length: OpenDurations.Length
    }

    /// Notes when the timers fire that the step has set, and when the limits pass of what it has ordered.
    mutating func noteDeadlines() {
        for armed in run.timers where armed.setBy == sequence {
            let milliseconds = armed.deadline.milliseconds(since: FlowSystem.now)
            timers[armed.timer] =
                now
                + (OpenDurations.duration(standingIn: milliseconds).map(durations.length)
                    ?? durations.fixed(milliseconds))
        }
        for open in run.openEffects where open.order.sequence == sequence {
            limits[open.effect] = now + durations.fixed(open.limit.milliseconds(since: FlowSystem.now))
        }
    }

    /// The race where this deadline of all is the next, in each way in which it may be; none where it cannot be. Of two at the same instant
    /// the one that stands first is the next.
    func going(on place: Int, of deadlines: [Deadline]) -> [Race] {
        var race = self
        let next = deadlines[place]
        for (other, deadline) in deadlines.enumerated() where other != place {
            let latest = other < place ? deadline.length - durations.fixed(1) : deadline.length
            guard race.durations.require(next.length, atMost: latest) else { return [] }
        }
        (race.event, race.sequence) = (next.event, sequence + 1)
        var (waited, overdue) = (race, race)
        waited.now = next.length
        var ways: [Race] = []
        if waited.durations.require(now, atMost: next.length), waited.mayEndSoon() { ways.append(waited) }
        // A timer that its state has held is due already.
        if overdue.durations.require(next.length + durations.fixed(1), atMost: now) { ways.append(overdue) }
        return ways
    }

    /// Whether no second need have passed; from then on the durations are such that none has.
    private mutating func mayEndSoon() -> Bool {
        durations.require(now, atMost: durations.fixed(DeadlineEnd.shortestWait - 1))
    }
}

extension FlowSystem {
    /// The most steps of all races behind one word; what would take more is not followed.
    private static let greatestRaceStepCount = 50_000

    /// The finals to which a word may lead in less than a second when nothing else comes, with any values of the durations that variables
    /// and parameters have; none where each of these is a second at least, or has one value.
    ///
    /// Where a duration may decide which of two deadlines comes first, both are followed.
    func endsOfRaces(after input: FlowInput, from configuration: FlowConfiguration) -> [DeadlineEnd] {
        var values = configuration.values
        var bounds: [ClosedRange<Int64>] = []
        for (variable, value) in values.enumerated() where value != nil {
            guard case .duration(let range) = machine.variables[variable].field.kind, range.isOpenWithinASecond else {
                continue
            }
            values[variable] = .duration(OpenDurations.standIn(for: bounds.count))
            // Whatever lasts a second or longer comes too late.
            bounds.append(range.lowerBound...min(range.upperBound, DeadlineEnd.shortestWait))
        }
        guard !bounds.isEmpty else { return [] }
        let durations = OpenDurations(within: bounds)
        var run = run(in: configuration)
        run.values = values
        var races = [
            Race(
                run: run, event: Event(input.event, fields: input.fields, stamp: input.stamp), now: durations.fixed(0),
                durations: durations)
        ]
        var soonest: [Int: Int64] = [:]
        var stepCount = 0
        while var race = races.popLast(), stepCount < Self.greatestRaceStepCount {
            stepCount += 1
            _ = interpreter.step(&race.run, race.event, at: Self.now, sequence: race.sequence)
            if machine.states[race.run.state].isFinal {
                soonest[race.run.state] = min(soonest[race.run.state] ?? .max, race.durations.least(race.now))
            } else if race.sequence < Self.greatestStepCount {
                race.noteDeadlines()
                let deadlines = deadlines(of: race)
                races += deadlines.indices.flatMap { race.going(on: $0, of: deadlines) }
            }
        }
        return soonest.map { DeadlineEnd(state: $0.key, milliseconds: $0.value) }
    }

    /// The timers, but for those that are held, and then the limits that were set since the word, each in the order of setting.
    private func deadlines(of race: Race) -> [Race.Deadline] {
        let timers = race.run.timers.filter { $0.setBy > 0 && !held[race.run.state].has($0.timer) }
            .compactMap { armed in
                race.timers[armed.timer].map {
                    Race.Deadline(event: Event(machine.timers[armed.timer].event), length: $0)
                }
            }
        let limits = race.run.openEffects.filter { $0.order.sequence > 0 }.compactMap { open -> Race.Deadline? in
            guard let length = race.limits[open.effect], let replies = machine.effects[open.effect].signature.replies
            else { return nil }
            let otherwise = Event(replies.otherwise, fields: replies.otherwiseFields, answers: open.order)
            return Race.Deadline(event: otherwise, length: length)
        }
        return timers + limits
    }
}

extension OpenDurations {
    /// What a variable has in the place of an open duration: no duration is negative.
    fileprivate static func standIn(for duration: Int) -> Int64 { Int64(-1 - duration) }

    /// The open duration that the value stands for; nil for a duration by itself.
    fileprivate static func duration(standingIn value: Int64) -> Int? { value < 0 ? Int(-1 - value) : nil }
}

extension ClosedRange<Int64> {
    /// Whether a duration of these bounds has more than one value, and may be less than `DeadlineEnd.shortestWait`.
    var isOpenWithinASecond: Bool { lowerBound < Swift.min(upperBound, DeadlineEnd.shortestWait) }
}
