import FlowMachine
import KeywayCore

/// One way in which a flow may go on by its deadlines alone: the first event and the deadlines so far, with what the durations may still
/// be.
struct Course {
    /// The run. Every step is taken at one instant, so a deadline in it says only how long its wait is.
    var run: RunState
    /// What comes next.
    var event: Event
    /// The number of this event, the first one's is 1.
    var sequence: UInt64 = 1
    /// How long after the first event it comes.
    var now: OpenDurations.Length
    var durations: OpenDurations
    /// What stands in the run for values that a restart takes away.
    var placeholders = Placeholders()
    /// How long after the first event each timer fires that was set since, and each limit passes of an effect that was ordered since.
    private var timers: [Int: OpenDurations.Length] = [:]
    private var limits: [Int: OpenDurations.Length] = [:]
    /// The ends of each sub-flow that has begun since.
    private var childEnds: [Int: [ChildEnd]] = [:]
    /// Whether every end is known of the sub-flows that have begun since.
    var knowsChildren = true

    /// A deadline that may be the next.
    struct Deadline {
        var event: Event
        /// How long after the first event it is.
        var length: OpenDurations.Length
    }

    /// How a sub-flow may end by its own deadlines.
    private struct ChildEnd {
        var deadline: Deadline
        /// Whether it ends as it begins.
        var isAtOnce: Bool
    }

    init(_ run: RunState, event: Event, durations: OpenDurations) {
        self.run = run
        self.event = event
        self.durations = durations
        now = durations.fixed(0)
    }

    /// Notes when the timers fire that the step has set, and when the limits pass of what it has ordered.
    ///
    /// `incomplete`: the places of orders that lack a value which is gone. Nobody performs them, so their limit passes at once.
    mutating func noteDeadlines(notPerforming incomplete: [Int]) {
        for armed in run.timers where armed.setBy == sequence {
            let milliseconds = armed.deadline.milliseconds(since: FlowSystem.now)
            timers[armed.timer] =
                now
                + (OpenDurations.duration(standingIn: milliseconds).map(durations.length)
                    ?? durations.fixed(milliseconds))
        }
        for open in run.openEffects where open.order.sequence == sequence {
            let isPerformed = !incomplete.contains(Int(open.order.index))
            limits[open.effect] =
                now + durations.fixed(isPerformed ? open.limit.milliseconds(since: FlowSystem.now) : 0)
        }
    }

    /// Notes that a sub-flow has begun, and how it may end by its own deadlines: each with the event that tells its end, and the time that
    /// it takes.
    mutating func noteChild(_ child: Int, endingBy ends: [(event: Event, milliseconds: Int64)]) {
        childEnds[child] = ends.map { event, milliseconds in
            ChildEnd(
                deadline: Deadline(event: event, length: now + durations.fixed(milliseconds)),
                isAtOnce: milliseconds == 0)
        }
    }

    /// The timers, but for those that are held, then the limits, then the ends of sub-flows, all of them since the first event, each in the
    /// order of setting. A sub-flow that ends as it begins stands first: its parent is told so before anything else can come.
    func deadlines(of machine: Machine, holding held: UInt64) -> [Deadline] {
        let fires = run.timers.filter { !held.has($0.timer) }.compactMap { armed in
            timers[armed.timer].map { Deadline(event: Event(machine.timers[armed.timer].event), length: $0) }
        }
        let passes = run.openEffects.compactMap { open -> Deadline? in
            guard let length = limits[open.effect], let replies = machine.effects[open.effect].signature.replies
            else { return nil }
            return Deadline(event: replies.otherwise(answering: open.order), length: length)
        }
        let ends = run.running.flatMap { running -> [ChildEnd] in
            if case .child(let child) = running { childEnds[child] ?? [] } else { [] }
        }
        return ends.filter(\.isAtOnce).map(\.deadline) + fires + passes
            + ends.filter { !$0.isAtOnce }.map(\.deadline)
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
        if waited.durations.require(now, atMost: next.length) { ways.append(waited) }
        // Only a timer that a state has held can be overdue.
        if overdue.durations.require(next.length + durations.fixed(1), atMost: now) { ways.append(overdue) }
        return ways
    }

    /// Requires that less than a second has passed since the first event; false where it cannot be.
    mutating func requireLessThanASecond() -> Bool {
        durations.require(now, atMost: durations.fixed(DeadlineEnd.shortestWait - 1))
    }
}
