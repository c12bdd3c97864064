import FlowMachine
import KeywayCore

/// One way in which things may go after a word: the word and the deadlines so far, with what the durations may still be.
private struct Course {
    /// The run. Every step is taken at one instant, so a deadline in it says only how long its wait is.
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

    /// The ways on from here if the deadline at this place comes next: when its time comes, or at once if it is overdue; none where it
    /// cannot. Of two at the same instant the one that stands first comes first.
    func followed(by place: Int, of deadlines: [Deadline]) -> [Course] {
        var course = self
        let next = deadlines[place]
        for (other, deadline) in deadlines.enumerated() where other != place {
            let latest = other < place ? deadline.length - durations.fixed(1) : deadline.length
            guard course.durations.require(next.length, atMost: latest) else { return [] }
        }
        (course.event, course.sequence) = (next.event, sequence + 1)
        var (waited, overdue) = (course, course)
        waited.now = next.length
        var ways: [Course] = []
        if waited.durations.require(now, atMost: next.length), waited.requireLessThanASecond() { ways.append(waited) }
        // Only a timer that a state has held can be overdue.
        if overdue.durations.require(next.length + durations.fixed(1), atMost: now) { ways.append(overdue) }
        return ways
    }

    /// Requires that less than a second has passed since the word; false where it cannot be.
    private mutating func requireLessThanASecond() -> Bool {
        durations.require(now, atMost: durations.fixed(DeadlineEnd.shortestWait - 1))
    }
}

extension FlowSystem {
    /// The most steps of all courses behind one word; what would take more is not followed.
    private static let greatestCourseStepCount = 50_000

    /// The finals to which a word may lead in less than a second when nothing else comes, with any values of the durations that variables
    /// and parameters have; none where each of these is a second at least, or has one value.
    ///
    /// Where a duration may decide which of two deadlines comes first, both are followed.
    func endsWithinASecond(after input: FlowInput, from configuration: FlowConfiguration) -> [DeadlineEnd] {
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
        var courses = [
            Course(
                run: run, event: Event(input.event, fields: input.fields, stamp: input.stamp), now: durations.fixed(0),
                durations: durations)
        ]
        var soonest: [Int: Int64] = [:]
        var stepCount = 0
        while var course = courses.popLast(), stepCount < Self.greatestCourseStepCount {
            stepCount += 1
            _ = interpreter.step(&course.run, course.event, at: Self.now, sequence: course.sequence)
            if machine.states[course.run.state].isFinal {
                soonest[course.run.state] = min(soonest[course.run.state] ?? .max, course.durations.least(course.now))
            } else if course.sequence < Self.greatestStepCount {
                course.noteDeadlines()
                let deadlines = deadlines(of: course)
                courses += deadlines.indices.flatMap { course.followed(by: $0, of: deadlines) }
            }
        }
        return soonest.map { DeadlineEnd(state: $0.key, milliseconds: $0.value) }
    }

    /// The timers, but for those that are held, and then the limits that were set since the word, each in the order of setting.
    private func deadlines(of course: Course) -> [Course.Deadline] {
        let timers = course.run.timers.filter { !held[course.run.state].has($0.timer) }.compactMap { armed in
            course.timers[armed.timer].map {
                Course.Deadline(event: Event(machine.timers[armed.timer].event), length: $0)
            }
        }
        let limits = course.run.openEffects.compactMap { open -> Course.Deadline? in
            guard let length = course.limits[open.effect],
                let replies = machine.effects[open.effect].signature.replies
            else { return nil }
            return Course.Deadline(event: replies.otherwise(answering: open.order), length: length)
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
