import FlowMachine
import FlowRules
import Keyway

/// A flow's own configurations and the steps between them, each found once and remembered.
///
/// The reference interpreter takes the steps, so what is explored is what the words of the language mean.
struct FlowSystem {
    let machine: Machine
    let facts: FactTable
    let interpreter: Interpreter
    /// What makes a difference to the steps, so that nothing else is a part of a configuration.
    let distinctions: Distinctions
    let held: [UInt64]
    /// The session's deadline among what waits.
    private let session: UInt64

    private(set) var configurations: [FlowConfiguration] = []
    private var positions: [FlowConfiguration: Int32] = [:]
    private(set) var inputs: [FlowInput] = []
    private var inputPositions: [FlowInput: Int32] = [:]
    /// Lists of effects that steps order; the first is empty.
    private(set) var effectLists: [[Int]] = [[]]
    private var effectListPositions: [[Int]: Int32] = [[]: 0]
    /// For each configuration what can happen to it without the provider; nil where nobody asked yet.
    private var ownSteps: [[FlowStep]?] = []
    /// For each configuration, each word of the provider as a fresh one, and behind these each as an old one.
    private var wordSteps: [[FlowStep?]] = []
    private let words: [FlowInput]
    private let ownEvents: [Int]

    /// `words`: what each word of the provider is read as; nil where any callback may come at any moment.
    init(_ machine: Machine, words: [FlowInput]?) {
        let facts = FactTable(of: machine)
        self.machine = machine
        self.facts = facts
        self.words = (words ?? []) + (words ?? []).map(\.outlived)
        let distinctions = Distinctions(of: machine.asking(facts.conditions))
        self.distinctions = distinctions
        interpreter = Interpreter(machine)
        held = machine.states.map { state in
            state.holds.reduce(0) { $1.timer < 64 ? $0 | 1 << UInt64($1.timer) : $0 }
        }
        session = machine.timers.indices.reduce(into: 0) { if machine.timers[$1].isSession { $0.insert($1) } }
        ownEvents = machine.events.indices.filter { event in
            switch machine.events[event].signature.origin {
            case .command: true
            case .callback: words == nil && (machine.sources.isEmpty || distinctions.decodedEvents.contains(event))
            case .unrecognised: words == nil && !machine.sources.isEmpty
            case .stale: words == nil
            case .reply, .timer, .child, .lane: false
            }
        }
    }

    /// What is going on in a configuration: timers, then open effects, then sub-flows. A lane may never be granted.
    func waiting(in position: Int32) -> UInt64 {
        let configuration = configurations[Int(position)]
        return configuration.timers & ~held[configuration.state] | configuration.open << UInt64(machine.timers.count)
            | children(in: configuration.running)
    }

    func isFinal(_ position: Int32) -> Bool { machine.states[configurations[Int(position)].state].isFinal }

    func openEffects(in position: Int32) -> [Int] {
        machine.effects.indices.filter { configurations[Int(position)].open.has($0) }
    }

    func state(of position: Int32) -> Int { configurations[Int(position)].state }

    /// What goes on in a configuration while nothing happens.
    enum Condition {
        case goesOn
        /// Nothing but the session's deadline, and the state does not say that it waits for the user.
        case isSilent(state: Int)
        /// Nothing at all.
        case neverEnds(state: Int)
    }

    func condition(of position: Int32) -> Condition {
        let state = state(of: position)
        let waiting = waiting(in: position)
        if waiting == 0 { return .neverEnds(state: state) }
        return machine.states[state].waitsForUser || waiting & ~session != 0 ? .goesOn : .isSilent(state: state)
    }

    /// Where a run begins, with the effects that it orders there and what is so.
    mutating func begin() -> (configuration: Int32, effects: Int32, facts: UInt64) {
        let (run, orders) = interpreter.begin(at: Instant(milliseconds: 0))
        let effects = orders.map(\.effect)
        let moment = FactTable.Moment(effects: effects, state: run.state, values: run.values)
        return (reach(run), list(effects), facts.bits(at: moment))
    }

    // MARK: - Steps

    /// Whatever the app, the backend and the clock can do next.
    mutating func ownSteps(from position: Int32) -> [FlowStep] {
        if let known = ownSteps[Int(position)] { return known }
        let configuration = configurations[Int(position)]
        var steps: [FlowStep] = []
        for event in ownEvents {
            let signature = machine.events[event].signature
            let origin: FlowInput.Origin = signature.origin == .command ? .command : .callback
            take(event, origin, from: configuration, into: &steps)
        }
        for (effect, declared) in machine.effects.enumerated() where configuration.open.has(effect) {
            for event in Set(declared.signature.replies?.events ?? []).sorted() {
                take(event, .reply(effect: effect), from: configuration, into: &steps)
            }
        }
        for (timer, declared) in machine.timers.enumerated()
        where configuration.timers.has(timer) && !held[configuration.state].has(timer) {
            take(declared.event, .timer(timer), from: configuration, into: &steps)
        }
        for running in configuration.running { take(running, from: configuration, into: &steps) }
        ownSteps[Int(position)] = steps
        return steps
    }

    /// What the provider's word does; whether it is old only a source with stamps can tell.
    mutating func step(from position: Int32, word: Int, isOld: Bool) -> FlowStep {
        let word = isOld ? word + words.count / 2 : word
        if let known = wordSteps[Int(position)][word] { return known }
        let step = perform(words[word], from: configurations[Int(position)])
        wordSteps[Int(position)][word] = step
        return step
    }

    /// A sub-flow ends, or a lane is granted.
    private mutating func take(
        _ running: Running, from configuration: FlowConfiguration, into steps: inout [FlowStep]
    ) {
        switch running {
        case .lane(_, isHeld: true): break
        case .lane(let lane, isHeld: false):
            take(machine.lanes[lane].event, .lane(lane), from: configuration, into: &steps)
        case .child(let child):
            for event in machine.events.indices where machine.events[event].signature.origin == .child(child) {
                take(event, .child(child), from: configuration, into: &steps)
            }
        }
    }

    /// Every way in which the event's fields make a difference here.
    private mutating func take(
        _ event: Int, _ origin: FlowInput.Origin, from configuration: FlowConfiguration, into steps: inout [FlowStep]
    ) {
        let signature = machine.events[event].signature
        var variants = distinctions.variants(of: event, in: configuration.state)
        // Of what was running it is to be seen that nobody decides it; what else nobody decides changes nothing.
        if variants == nil, FlowInput(origin: origin, event: event, fields: []).isAnswer { variants = [[]] }
        for variant in variants ?? [] {
            let values = zip(signature.fields, variant).map { field, number in number.map { field.kind.value(of: $0) } }
            steps.append(perform(FlowInput(origin: origin, event: event, fields: values), from: configuration))
        }
    }

    // MARK: - Numbers

    mutating func number(of configuration: FlowConfiguration) -> Int32 {
        if let known = positions[configuration] { return known }
        let position = Int32(clamping: configurations.count)
        positions[configuration] = position
        configurations.append(configuration)
        ownSteps.append(nil)
        wordSteps.append([FlowStep?](repeating: nil, count: words.count))
        return position
    }

    mutating func number(of input: FlowInput) -> Int32 {
        if let known = inputPositions[input] { return known }
        let position = Int32(clamping: inputs.count)
        inputPositions[input] = position
        inputs.append(input)
        return position
    }

    mutating func list(_ effects: [Int]) -> Int32 {
        if let known = effectListPositions[effects] { return known }
        let position = Int32(clamping: effectLists.count)
        effectListPositions[effects] = position
        effectLists.append(effects)
        return position
    }
}
