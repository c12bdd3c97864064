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
    /// When each timer fires that was set since the first event, and when each limit passes of an effect that was ordered since.
    private var timers: [Int: Noted] = [:]
    private var limits: [Int: Noted] = [:]
    /// The ends of each sub-flow that has begun since.
    private var childEnds: [Int: [CourseDeadline]] = [:]
    /// How the deadline was set that came last; nil where none has come.
    private(set) var lastSetting: CourseDeadline.Setting?
    /// Whether every end is known of the sub-flows that have begun since.
    var knowsChildren = true
    /// Whether the event comes before every deadline of its instant for certain.
    private(set) var isOrdered = true

    /// When a deadline of the flow itself is, and how it was set.
    private struct Noted {
        var length: OpenDurations.Length
        var setting: CourseDeadline.Setting
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
            let wait =
                OpenDurations.duration(standingIn: milliseconds).map(durations.length) ?? durations.fixed(milliseconds)
            timers[armed.timer] = noted(after: wait, isLimit: false)
        }
        for open in run.openEffects where open.order.sequence == sequence {
            let isPerformed = !incomplete.contains(Int(open.order.index))
            let wait = durations.fixed(isPerformed ? open.limit.milliseconds(since: FlowSystem.now) : 0)
            limits[open.effect] = noted(after: wait, isLimit: true)
        }
    }

    private func noted(after wait: OpenDurations.Length, isLimit: Bool) -> Noted {
        Noted(
            length: now + wait,
            setting: .init(isLimit: isLimit, length: now, step: sequence, isOfChild: false, isOfStep: true))
    }

    /// Notes that a sub-flow has begun, and how it may end by its own deadlines: each end with the event that tells it.
    mutating func noteChild(_ child: Int, endingBy ends: [(event: Event, end: DeadlineEnd)]) {
        childEnds[child] = ends.map { event, end in
            CourseDeadline(
                event: event, length: now + durations.fixed(end.milliseconds),
                setting: end.setting.map {
                    .init(
                        isLimit: $0.isLimit, length: now + durations.fixed($0.milliseconds), step: sequence,
                        isOfChild: true, isOfStep: $0.isOfBeginning)
                })
        }
    }

    /// The timers, but for those that are held, then the limits, then the ends of sub-flows, all of them since the first event, each in the
    /// order of setting. A sub-flow that ends as it begins stands first.
    func deadlines(of machine: Machine, holding held: UInt64) -> [CourseDeadline] {
        let fires = run.timers.filter { !held.has($0.timer) }.compactMap { armed in
            timers[armed.timer].map {
                CourseDeadline(
                    event: Event(machine.timers[armed.timer].event), length: $0.length, setting: $0.setting)
            }
        }
        let passes = run.openEffects.compactMap { open -> CourseDeadline? in
            guard let noted = limits[open.effect], let replies = machine.effects[open.effect].signature.replies
            else { return nil }
            return CourseDeadline(
                event: replies.otherwise(answering: open.order), length: noted.length, setting: noted.setting)
        }
        let ends = run.running.flatMap { running -> [CourseDeadline] in
            if case .child(let child) = running { childEnds[child] ?? [] } else { [] }
        }
        return ends.filter { $0.setting == nil } + fires + passes + ends.filter { $0.setting != nil }
    }

    /// The ways on from here if the deadline at this place comes next: when its time comes, or at once if it is overdue; none where it
    /// cannot. Of two at the same instant the first is followed, or each where it is not known which one that is.
    func followed(by place: Int, of deadlines: [CourseDeadline]) -> [Course] {
        var course = self
        let next = deadlines[place]
        var unordered: [CourseDeadline] = []
        for (other, deadline) in deadlines.enumerated() where other != place {
            let isFirst = deadlines.isFirst(place, before: other, durations)
            if isFirst == nil { unordered.append(deadline) }
            let latest = isFirst == false ? deadline.length - durations.fixed(1) : deadline.length
            guard course.durations.require(next.length, atMost: latest) else { return [] }
        }
        for other in unordered {
            var durations = course.durations
            if durations.require(other.length, atMost: next.length) { course.isOrdered = false }
        }
        (course.event, course.sequence) = (next.event, sequence + 1)
        var (waited, overdue) = (course, course)
        waited.now = next.length
        // An end of a sub-flow that comes as it begins, and what is overdue, belong to the step before.
        waited.lastSetting = next.setting ?? lastSetting
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
