import FlowMachine
import KeywayCore

extension FlowSystem {
    /// The most steps of all courses that begin with one event; what would take more is not followed.
    ///
    /// A course is one event, and then deadlines alone.
    private static let greatestCourseStepCount = 50_000
    /// The most steps of a course, of its first event and then of one deadline after the other: at so many
    /// records that changed something, a run enters the final of its session deadline (rule 15 of `Specs/README.md`).
    private static let greatestStepCount = UInt64(RunLimits.greatestChanges)
    /// After this many steps a course is given up once `DeadlineEnd.shortestWait` has passed since its first event. Rules ask only about
    /// sooner ends, so what is missed is at most a late end in the report of waiting times.
    private static let greatestSlowStepCount: UInt64 = 64

    // MARK: - Following courses

    /// The ends of the course that come sooner than `DeadlineEnd.shortestWait`, whatever its open durations are. Where an open
    /// duration may decide which of two deadlines comes first, both orders are followed.
    func ends(within first: Course) -> DeadlineEnds {
        var (ends, courses, stepCount) = (DeadlineEnds(), [first], 0)
        while var course = courses.popLast() {
            stepCount += 1
            guard stepCount <= Self.greatestCourseStepCount, course.sequence <= Self.greatestStepCount else {
                ends.isWhole = false
                break
            }
            guard course.isOrdered else {
                ends.isWhole = false
                continue
            }
            let end = takeStep(on: &course)
            if !course.knowsChildren { ends.isWhole = false }
            if let end {
                ends.add(end)
            } else {
                courses += waysOn(from: course).compactMap { way in
                    var way = way
                    return way.requireLessThanASecond() ? way : nil
                }
            }
        }
        return ends
    }

    /// The end of a course without open durations, however late it comes; none where it comes only after many deadlines.
    func ends(beyond first: Course) -> DeadlineEnds {
        var (ends, course) = (DeadlineEnds(), first)
        while true {
            let isSoon = course.durations.least(course.now) < DeadlineEnd.shortestWait
            let greatestStepCount = isSoon ? Self.greatestStepCount : Self.greatestSlowStepCount
            guard course.sequence <= greatestStepCount, course.isOrdered || !isSoon else {
                if isSoon { ends.isWhole = false }
                break
            }
            let end = takeStep(on: &course)
            if isSoon, !course.knowsChildren { ends.isWhole = false }
            if let end { ends.add(end) }
            guard end == nil, let next = waysOn(from: course).first else { break }
            course = next
        }
        return ends
    }

    private func waysOn(from course: Course) -> [Course] {
        let deadlines = course.deadlines(of: machine, holding: held[course.run.state])
        return deadlines.indices.flatMap { course.followed(by: $0, of: deadlines) }
    }

    /// Takes the next step of a course; returns the end to which it leads.
    private func takeStep(on course: inout Course) -> DeadlineEnd? {
        let step = interpreter.step(&course.run, course.event, at: Self.now, sequence: course.sequence)
        let state = course.run.state
        if machine.states[state].isFinal {
            return DeadlineEnd(
                state: state, milliseconds: course.durations.least(course.now),
                kept: kept(by: state, course.run.values, course.placeholders),
                setting: course.lastSetting.map { setting in
                    .init(
                        isLimit: setting.isLimit, milliseconds: course.durations.least(setting.length),
                        isOfBeginning: setting.step <= 1 && !setting.isOfChild)
                })
        }
        // An order that lacks a value which a restart took is not performed: its limit passes at once.
        let incomplete = perishables.placesOfIncompleteOrders(among: step.orders, course.placeholders)
        course.noteDeadlines(notPerforming: incomplete)
        noteChildren(begunBy: step.scopeChanges, on: &course)
        return nil
    }

    /// What a final keeps of these values, as `DeadlineEnd.kept` has it. An open duration counts as its shortest.
    private func kept(by final: Int, _ values: [Value?], _ placeholders: Placeholders) -> [Value?] {
        var kept = [Value?](repeating: nil, count: values.count)
        for variable in machine.states[final].keeps {
            let field = machine.variables[variable].field
            let value = placeholders.original(of: values[variable], in: field).map(\.perishing.mark) ?? values[variable]
            kept[variable] = value.map { field.kind.known($0) }
        }
        return kept
    }

    /// Notes how the sub-flows may end that a step begins.
    private func noteChildren(begunBy changes: [ScopeChange], on course: inout Course) {
        for case .begins(let child, let command, let arguments) in perishables.marked(changes, course.placeholders) {
            guard silentChildren.indices.contains(child) else {
                course.knowsChildren = false
                continue
            }
            let chosen = machine.children[child].chosen(by: course.run.values)
            let ends = silentChildren[child].ends(beginningWith: command, arguments, choosing: chosen)
            let told = ends.told.map { told in
                let fields = perishables.fields(of: told.input, marked: told.input.fields, &course.placeholders)
                return (event: Event(told.input.event, fields: fields), end: told.end)
            }
            course.noteChild(child, endingBy: told)
            // A duration that the sub-flow keeps is known by its shortest value alone.
            let keepsOpen = ends.told.contains { told in
                told.end.isSoon
                    && machine.events[told.input.event].signature.fields.contains { $0.kind.isOpenWithinASecond }
            }
            if !ends.isWhole || keepsOpen { course.knowsChildren = false }
        }
    }

    // MARK: - Beginning courses

    /// The course that an event begins; `durations`: those that values stand for.
    func course(
        after input: FlowInput, from configuration: FlowConfiguration,
        with durations: OpenDurations = OpenDurations(within: [])
    ) -> Course {
        var run = run(in: configuration)
        var placeholders = Placeholders()
        run.values = perishables.values(configuration.values, in: configuration, &placeholders)
        return course(of: run, after: input, &placeholders, with: durations)
    }

    /// The same course where each duration is open that is not known and may be less than `DeadlineEnd.shortestWait`.
    func openCourse(after input: FlowInput, from configuration: FlowConfiguration) -> Course {
        var (input, configuration, opening) = (input, configuration, DurationOpening())
        for (variable, value) in configuration.values.enumerated() {
            configuration.values[variable] = opening.opened(value, of: machine.variables[variable].field.kind)
        }
        // The model's text has the values of a word's fields, so their durations are known.
        if input.origin != .word {
            let fields = machine.events[input.event].signature.fields
            input.fields = zip(fields, input.fields).map { opening.opened($1, of: $0.kind) }
        }
        return course(after: input, from: configuration, with: opening.durations)
    }

    /// The course on which the flow begins with this command.
    ///
    /// `chosen`: what the parent chooses for parameters. Where that, or an argument, is a stand-in for an open duration of the parent, only
    /// the bounds of its kind are known here, and not what the parent requires of it.
    /// `isOpen`: whether each duration is open that is not known and may be less than `DeadlineEnd.shortestWait`; else it is the shortest.
    func course(
        beginningWith command: Int, _ arguments: [Value?], choosing chosen: [Int: Value], isOpen: Bool
    ) -> Course {
        var (chosen, opening) = (chosen, DurationOpening())
        for parameter in machine.parameters {
            let kind = machine.variables[parameter].field.kind
            let value = (chosen[parameter] ?? machine.variables[parameter].initial).map(kind.known)
            chosen[parameter] = isOpen ? opening.opened(value, of: kind) : value
        }
        let given = zip(machine.events[command].signature.fields, arguments).map { field, argument -> Value? in
            guard let argument, argument.isStandIn else { return argument }
            let value = field.kind.known(argument)
            return isOpen ? opening.opened(value, of: field.kind) : value
        }
        let begun = interpreter.beginning(at: Self.now, sequence: 0, parameters: chosen)
        let input = FlowInput(origin: .command, event: command, fields: given, isOwed: true)
        var placeholders = Placeholders()
        var course = course(of: begun.run, after: input, &placeholders, with: opening.durations)
        course.sequence = 0
        course.noteDeadlines(notPerforming: [])
        noteChildren(begunBy: begun.scopeChanges, on: &course)
        course.sequence = 1
        return course
    }

    private func course(
        of run: RunState, after input: FlowInput, _ placeholders: inout Placeholders, with durations: OpenDurations
    ) -> Course {
        let fields = perishables.fields(of: input, marked: input.fields, &placeholders)
        var course = Course(
            run, event: Event(input.event, fields: fields, stamp: input.stamp), durations: durations)
        course.placeholders = placeholders
        return course
    }
}
