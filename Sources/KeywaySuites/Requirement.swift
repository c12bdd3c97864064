public import KeywayCore

/// What a spec demands of its runs, such as `authenticated only after confirmed`: of every run, but for `sometimes`.
public struct Requirement: Hashable, Sendable {
    /// What a requirement speaks of; names are those of the spec.
    public enum Fact: Hashable, Sendable {
        /// The run is in one of these states: one, or those of a group.
        case state([String])
        /// The run went through the choice.
        case choice(String)
        /// The event came and was accepted, which here means: it moved the run, or the run stayed and did something.
        case event(String)
        /// The effect was ordered.
        case effect(String)
        /// The condition over the variables holds.
        case condition(Condition)
        /// At least one of the facts holds.
        case any([Fact])
        /// Each of the facts holds.
        case all([Fact])
        /// The fact does not hold.
        indirect case not(Fact)
    }

    /// How often something may happen at most.
    public enum Limit: Hashable, Sendable {
        /// This often, 0 or more.
        case number(Int)
        /// The value of the parameter at this position among the variables, which was chosen when the run began.
        case parameter(Int)
    }

    /// A condition over the variables, by their positions.
    public indirect enum Condition: Hashable, Sendable {
        /// At least one part holds.
        case any([Condition])
        /// Every part holds.
        case all([Condition])
        /// The part does not hold.
        case not(Condition)
        /// One question about variables; it cannot ask an event's fields, as a requirement speaks of no single event.
        case test(Table.Test)
    }

    /// What must hold of the facts; a moment is one step of a run, or its beginning.
    public enum Content: Hashable, Sendable {
        /// The fact holds at every moment.
        case always(Fact)
        /// The fact holds at no moment.
        case never(Fact)
        /// In every run that has ended the fact held at some moment.
        case eventually(Fact)
        /// The fact holds at some moment of some run; no single run can break this.
        case sometimes(Fact)
        /// The first fact holds only after at least one of the listed facts has held.
        ///
        /// `since`: what held before the last accepted event of this name does not count; what holds in that event's own
        /// step does. Before the first such event all of the run counts, and always with nil.
        case onlyAfter(Fact, [Fact], since: String? = nil)
        /// Whenever the effect is ordered, its argument at this place is what the last accepted command with this field
        /// gave in it.
        case latest(effect: String, argument: Int, field: String)
        /// Once the second fact has held, the first does not hold until the third holds; without a third, never again.
        ///
        /// Within one step the event comes first. So a second fact that is an event forbids what its own step brings
        /// about; any other forbids from the next moment on. A third fact lifts, at its own moment already, what was
        /// forbidden before it. A first fact that is an event is judged by what held before its step.
        case neverAfter(Fact, Fact, until: Fact? = nil)
        /// The fact holds at no more moments than the limit says. When the other fact holds, counting begins anew.
        ///
        /// Another fact that is an event begins the count anew before its own step is counted, any other after it.
        case atMost(Limit, Fact, until: Fact? = nil)
        /// The integer in the variable at this position becomes smaller only where one of these events is accepted.
        case fallsOnly(variable: Int, on: [String])
        /// Whenever the fact holds, one of the timers at these positions runs, before the moment's step or after it.
        ///
        /// Where the fact speaks of events alone, the timer must run before the step: when the event comes. A timer
        /// that fires does not run any more when its own event comes.
        case onlyWhile(Fact, timers: [Int])
        /// Whenever the command comes in one of these states, it moves the run, or the run stays and does something.
        case alwaysPossible(command: String, in: [String])
    }

    /// The requirement's text in the spec, which failures quote.
    public var text: String
    /// The same requirement as data.
    public var content: Content

    public init(_ text: String, _ content: Content) {
        self.text = text
        self.content = content
    }
}

extension Requirement.Condition {
    /// Whether the condition holds for the run's variables.
    package func holds(in run: RunState) -> Bool {
        switch self {
        case .any(let parts): parts.contains { $0.holds(in: run) }
        case .all(let parts): parts.allSatisfy { $0.holds(in: run) }
        case .not(let part): !part.holds(in: run)
        case .test(let test): test.holds(values: run.values, fields: [])
        }
    }
}

extension Requirement.Fact {
    /// All that facts are asked about at one step of a run, or at its beginning.
    package struct Moment {
        /// The name of the event, with `stale` before it where the event is stale; nil at the beginning of a run.
        package var event: String?
        /// Whether the event is an effect's `otherwise`: the reply that the run gives itself where no handler answered.
        package var isOtherwise: Bool
        /// Whether the event moved the run, or the run stayed and did something; false at the beginning.
        package var isActedOn: Bool
        /// The names of the choices that the step went through, in order.
        package var choices: [String]
        /// The names of the effects that the step ordered, in order.
        package var effects: [String]
        /// The arguments of each effect in `effects`, in that order.
        package var arguments: [[Value?]]
        /// The fields of the command that came, by name; empty where the event is no command.
        package var given: [String: Value]
        /// The name of the state that the step led to.
        package var state: String
        /// The run as the step left it.
        package var run: RunState
        /// The name of the state before the step; nil at the beginning.
        package var stateBefore: String?
        /// The run before the step; nil at the beginning.
        package var runBefore: RunState?
        /// The timer whose firing is the event; nil for any other event.
        package var fired: Int?

        package init(
            event: String? = nil, isOtherwise: Bool = false, isActedOn: Bool = false, choices: [String] = [],
            effects: [String] = [], arguments: [[Value?]] = [], given: [String: Value] = [:], state: String,
            run: RunState, stateBefore: String? = nil, runBefore: RunState? = nil, fired: Int? = nil
        ) {
            self.event = event
            self.isOtherwise = isOtherwise
            self.isActedOn = isActedOn
            self.choices = choices
            self.effects = effects
            self.arguments = arguments
            self.given = given
            self.state = state
            self.run = run
            self.stateBefore = stateBefore
            self.runBefore = runBefore
            self.fired = fired
        }

        /// Whether one of the timers runs when the event comes.
        package func runs(_ timers: [Int]) -> Bool {
            runBefore.map { run in timers.contains { $0 != fired && run.timers.map(\.timer).contains($0) } } ?? false
        }

        /// Whether one of the timers runs after the step.
        package func willRun(_ timers: [Int]) -> Bool { run.timers.contains { timers.contains($0.timer) } }

        /// Whether the integer in the variable at this position becomes smaller.
        package func falls(_ variable: Int) -> Bool {
            guard case .integer(let before)? = runBefore?.values[variable],
                case .integer(let now)? = run.values[variable]
            else { return false }
            return now < before
        }
    }

    /// Whether the fact holds at this moment; an event that came and was not accepted does not count.
    ///
    /// `isCause`: whether the fact is asked as what must come first. Then an effect's `otherwise` does not count: the
    /// run gives itself that reply where no handler answered.
    package func holds(at moment: Moment, asCause isCause: Bool = false) -> Bool {
        switch self {
        case .state(let names): names.contains(moment.state)
        case .choice(let name): moment.choices.contains(name)
        case .event(let name): moment.isActedOn && moment.event == name && !(isCause && moment.isOtherwise)
        case .effect(let name): moment.effects.contains(name)
        case .condition(let condition): condition.holds(in: moment.run)
        case .any(let parts): parts.contains { $0.holds(at: moment, asCause: isCause) }
        case .all(let parts): parts.allSatisfy { $0.holds(at: moment, asCause: isCause) }
        case .not(let part): !part.holds(at: moment, asCause: isCause)
        }
    }

    /// Whether the fact speaks of events alone: within one step an event comes before the effects, choices and state
    /// that it causes.
    package var isOfEvents: Bool {
        switch self {
        case .event: true
        case .state, .choice, .effect, .condition: false
        case .any(let parts), .all(let parts): parts.allSatisfy(\.isOfEvents)
        case .not(let part): part.isOfEvents
        }
    }
}
