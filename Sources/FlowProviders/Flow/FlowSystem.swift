import FlowMachine
import FlowRules
import KeywayCore

/// One flow's configurations, without those of its sub-flows, and the steps between them, each found once and remembered.
///
/// The reference interpreter takes the steps, so what is explored is what the flow's text means. A `position` of type `Int32` is the
/// index of a configuration in `configurations`; states, events, effects and timers go by their indices in `machine`.
struct FlowSystem {
    /// What is beside the flow, and what may come to it at any moment because nothing beside it decides when.
    struct Surroundings {
        /// The sources for which no model speaks, and other sources that may read the same callbacks, by their positions: their callbacks
        /// may come at any moment. In a flow that declares no source every callback may.
        var unmodelledSources: Set<Int>
        /// Whether the flow is the root: a callback that nobody reads comes to the root alone, as `unrecognised`.
        var isRoot = true
        /// Whether a sub-flow that runs may reach any of its finals at any moment, because its own flow is not explored along.
        var endsChildren: Bool
        /// The effects that a provider's model answers in place of the backend, one bit for each.
        var answeredEffects: UInt64 = 0
        /// What the parent's guards ask of the values that this flow's finals keep, as conditions on this flow's variables; empty for the
        /// root.
        var seenByParent: [Condition] = []
        /// Whether the app may die and the run come back.
        var comesBack = false
    }

    let machine: Machine
    let facts: FactTable
    let interpreter: Interpreter
    /// What makes a difference to the steps, and to what a restart takes away.
    let distinctions: Distinctions
    /// How much of each variable's value is a part of a configuration; what a restart takes away stands there in bits of its own.
    let parts: [Distinctions.ValuePart]
    /// The values that a restart takes away; none where the app never dies.
    let perishables: PerishableValues
    /// For each state the timers that it holds back, one bit for each: they stay due, and fire in the next state that does not.
    let held: [UInt64]
    /// As in `Surroundings`.
    let endsChildren: Bool
    /// As in `Surroundings`.
    let answeredEffects: UInt64
    /// The sub-flows, where they are followed as legs.
    var silentChildren: [SilentChild] = []
    /// The bit of the session's deadline, which the flow declares with `within`; 0 where it declares none.
    private let session: UInt64

    /// The configurations found so far.
    private(set) var configurations = NumberedValues<FlowConfiguration>()
    /// The inputs met so far.
    private(set) var inputs = NumberedValues<FlowInput>()
    private var steps: [StepKey: FlowStep] = [:]
    /// For each configuration the one that is explored in its place, which may be itself; empty until `FlowQuotient` has surveyed the flow.
    private var substitutes: [Int32] = []
    /// The configurations to which the search came since the survey, also where others are explored in their place.
    private(set) var met: Set<Int32> = []
    /// The events that may come at any moment.
    let ownEvents: [Int]
    /// For each effect the replies that some row decides where its order is closed.
    let staleReplies: [[Machine.StaleReply]]
    /// The effects whose limit is explored apart from the same reply of the backend, one bit for each.
    ///
    /// The two differ where a row decides a late reply, which can only come after the limit, and where a requirement names the reply behind
    /// `only after`: an `otherwise` that nobody gave does not count there.
    let limitsApart: UInt64

    /// What `deadlineEnds(after:from:)` found so far.
    var deadlineEnds: [StepKey: DeadlineEnds] = [:]

    /// An input in a configuration, by their positions.
    struct StepKey: Hashable {
        var position: Int32
        var input: Int32
    }

    init(_ machine: Machine, facts: FactTable, among surroundings: Surroundings) {
        self.machine = machine
        self.facts = facts
        endsChildren = surroundings.endsChildren
        answeredEffects = surroundings.answeredEffects
        let distinctions = Self.distinctions(
            of: machine, facts, endsChildren: surroundings.endsChildren, seenByParent: surroundings.seenByParent,
            comesBack: surroundings.comesBack)
        self.distinctions = distinctions
        parts =
            surroundings.comesBack
            ? Self.distinctions(
                of: machine, facts, endsChildren: surroundings.endsChildren, seenByParent: surroundings.seenByParent
            ).parts : distinctions.parts
        perishables = PerishableValues(
            of: machine, isFollowed: surroundings.comesBack, hasParent: !surroundings.isRoot)
        interpreter = Interpreter(machine)
        held = machine.states.map { state in
            state.holds.reduce(0) { $1.timer < 64 ? $0 | 1 << UInt64($1.timer) : $0 }
        }
        session = machine.timers.indices.reduce(into: 0) { if machine.timers[$1].isSession { $0.insert($1) } }
        ownEvents = machine.ownEvents(among: surroundings)
        let staleReplies = machine.staleReplies
        self.staleReplies = staleReplies
        limitsApart = machine.effects.enumerated().reduce(into: 0) { apart, effect in
            let otherwise = effect.element.signature.replies?.otherwise
            let isCause = otherwise.map(facts.causes.contains) ?? false
            if isCause || !staleReplies[effect.offset].isEmpty { apart.insert(effect.offset) }
        }
    }

    /// What is certain to bring an event at last, one bit for each: timers not held, open effects, then sub-flows.
    ///
    /// Lanes are no part of it, because a lane may never be granted.
    func waiting(in position: Int32) -> UInt64 {
        let configuration = configurations[Int(position)]
        return configuration.timers & ~held[configuration.state] | configuration.open << UInt64(machine.timers.count)
            | children(in: configuration.running)
    }

    /// Whether no model stands beside the flow. Then nothing is asked of what providers say, and any sub-flow may end at any moment.
    var isAlone: Bool { endsChildren }

    func isFinal(_ position: Int32) -> Bool { machine.states[configurations[Int(position)].state].isFinal }

    func openEffects(in position: Int32) -> [Int] {
        machine.effects.indices.filter { configurations[Int(position)].open.has($0) }
    }

    func state(of position: Int32) -> Int { configurations[Int(position)].state }

    /// Whether nobody performs the open order of the effect, as it lacks a value that is gone.
    func isUnperformed(_ effect: Int, in position: Int32) -> Bool {
        configurations[Int(position)].unperformed.has(effect)
    }

    /// The value of each variable; a value that makes no difference is replaced by one that stands for all.
    func values(in position: Int32) -> [Value?] { configurations[Int(position)].values }

    /// The same values, with marks in the place of perishable ones (`Perishing.mark`).
    func markedValues(in position: Int32) -> [Value?] {
        let configuration = configurations[Int(position)]
        var values = configuration.values
        for followed in configuration.perishable.bits {
            let perishing: Perishing = configuration.gone.has(followed) ? .gone : .here
            values[perishables.variables[followed]] = perishing.mark
        }
        return values
    }

    /// Whether nothing is going on but the session's deadline, and the state does not say that it waits for the user.
    func isSilent(_ position: Int32) -> Bool {
        !machine.states[state(of: position)].waitsForUser && waiting(in: position) & ~session == 0
    }

    /// Every choice of a run's parameters that makes a difference; one that is not chosen has the flow's own value.
    var choosable: [[Int: Value]] {
        guard let choices = machine.combinations(of: distinctions.parameters) else {
            preconditionFailure("Feasibility refuses a flow whose parameters can be chosen in too many ways")
        }
        return choices
    }

    /// The configuration in which the flow begins, with the effects that it orders there and the facts that are so.
    ///
    /// `parameters`: what is chosen for parameters, by their positions among the variables.
    mutating func begin(choosing parameters: [Int: Value]) -> FlowBeginning {
        let begun = interpreter.beginning(at: Instant(milliseconds: 0), sequence: 0, parameters: parameters)
        let effects = begun.orders.map(\.effect)
        let moment = FactTable.Moment(
            effects: effects, arguments: begun.orders.map(\.arguments), state: begun.run.state,
            values: begun.run.values, timers: begun.run.timerBits)
        var reached = configuration(of: begun.run)
        reached.late.begin(closedAtOnce(among: effects))
        return FlowBeginning(
            configuration: number(of: reached), effects: effects,
            scopeChanges: begun.scopeChanges, facts: facts.bits(at: moment),
            waitsForItself: effects.first { needsOwnLane($0, in: begun.run) })
    }

    // MARK: - Steps

    /// Whatever the app, the backend and the clock can do next, in every way that makes a difference.
    func ownInputs(from position: Int32) -> [FlowInput] {
        let configuration = configurations[Int(position)]
        var inputs: [FlowInput] = []
        for event in ownEvents {
            let isCommand = machine.events[event].signature.origin == .command
            inputs += variants(of: event, isCommand ? .command : .callback, in: configuration)
        }
        for effect in openEffects(in: position) { inputs += replies(to: effect, in: position) }
        inputs += lateReplies(in: configuration)
        return inputs + firings(in: configuration)
            + configuration.running.flatMap { self.inputs(of: $0, in: configuration) }
    }

    /// The timers that may fire.
    func firings(in configuration: FlowConfiguration) -> [FlowInput] {
        (configuration.timers & ~held[configuration.state]).bits.flatMap { timer in
            variants(of: machine.timers[timer].event, .timer(timer), in: configuration)
        }
    }

    /// The configuration in a new process, which has the run's personal and secret values or not, and in which no handler of the process
    /// before is at work.
    mutating func restarted(_ position: Int32, withValues hasValues: Bool) -> Int32 {
        var configuration = configurations[Int(position)]
        configuration.late = LateHandlers()
        configuration.gone = hasValues ? 0 : configuration.perishable
        configuration.unperformed = 0
        return configuration == configurations[Int(position)] ? position : number(of: configuration)
    }

    /// What the input does.
    mutating func step(_ input: FlowInput, from position: Int32) -> FlowStep {
        let key = StepKey(position: position, input: number(of: input))
        if let known = steps[key] { return known }
        let step = interpret(input, from: configurations[Int(position)])
        steps[key] = step
        return step
    }

    /// The finals that a sub-flow may reach where its own flow is not explored, or the grant of a lane.
    func inputs(of running: Running, in configuration: FlowConfiguration) -> [FlowInput] {
        switch running {
        case .lane(_, isHeld: true): return []
        case .lane(let lane, isHeld: false):
            return variants(of: machine.lanes[lane].event, .lane(lane), in: configuration)
        case .child(let child):
            guard endsChildren else { return [] }
            return machine.events.indices.filter { machine.events[$0].signature.origin == .child(child) }
                .flatMap { variants(of: $0, .child(child), in: configuration) }
        }
    }

    /// Every way in which the event's fields make a difference here.
    func variants(
        of event: Int, _ origin: FlowInput.Origin, in configuration: FlowConfiguration
    ) -> [FlowInput] {
        let signature = machine.events[event].signature
        var variants = distinctions.variants(of: event, in: configuration.state)
        // Nil says that nobody decides the event here. An event that a timer, an open effect, a sub-flow or a lane brings is explored all
        // the same, so that the gap is reported, and so is a callback beside a model; any other event that nobody decides changes nothing.
        let isHeard = signature.origin == .callback && !isAlone
        if variants == nil, isHeard || FlowInput(origin: origin, event: event, fields: []).isAnswer { variants = [[]] }
        return facts.latestTexts.completed(variants ?? [], of: signature).map { variant in
            let values = zip(signature.fields, variant).map { field, number in number.map { field.kind.value(of: $0) } }
            return FlowInput(origin: origin, event: event, fields: values)
        }
    }

    /// What makes a difference to the flow's guards, the facts, sub-flows that begin with its values, and its parent.
    ///
    /// `seenByParent`: what the parent's guards ask of the values that the flow's finals keep. `comesBack`: whether the app may die, which
    /// takes values away.
    static func distinctions(
        of machine: Machine, _ facts: FactTable, endsChildren: Bool, seenByParent: [Condition] = [],
        comesBack: Bool = false
    ) -> Distinctions {
        let seenByChildren = endsChildren ? [] : machine.conditionsOnArguments
        let seenByRestarts = comesBack ? PerishableValues.conditions(of: machine) : []
        return Distinctions(
            of: machine.addingGuards(facts.conditions(of: machine) + seenByChildren + seenByParent + seenByRestarts))
    }

    // MARK: - Numbers

    /// From now on explores, in place of each configuration found so far, the one that stands for it. The steps found so far are forgotten,
    /// as they lead to the old ones.
    mutating func substitute(_ substitutes: [Int32]) {
        self.substitutes = substitutes
        steps.removeAll(keepingCapacity: true)
        deadlineEnds.removeAll(keepingCapacity: true)
    }

    /// The position of the configuration that is explored in place of this one, which may be itself.
    mutating func number(of configuration: FlowConfiguration) -> Int32 {
        let position = configurations.number(of: configuration)
        guard substitutes.indices.contains(Int(position)) else { return position }
        met.insert(position)
        return substitutes[Int(position)]
    }

    /// The configuration that is explored in the place of this one, which may be itself.
    func followed(inPlaceOf position: Int32) -> Int32 { substitutes[Int(position)] }

    /// The steps that were taken since the survey.
    var stepsTaken: Set<IdleAnswers.Step> {
        Set(steps.map { IdleAnswers.Step(from: $0.key.position, event: $0.value.event, target: $0.value.target) })
    }

    mutating func number(of input: FlowInput) -> Int32 { inputs.number(of: input) }
}
