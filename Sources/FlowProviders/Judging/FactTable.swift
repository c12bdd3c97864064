import FlowLanguage
import FlowMachine
import KeywayCore

/// The facts that a flow's requirements speak of, each with a bit, and what is demanded of them.
struct FactTable {
    /// Something that holds at a step, or does not.
    enum Observation {
        /// The fact of a requirement.
        case fact(Machine.Requirement.Fact)
        /// The fact, as that after which something else may be: an effect's `otherwise`, which nobody gave, does not count.
        case given(Machine.Requirement.Fact)
        /// The event comes in one of these states, accepted or not.
        case comes(Int, in: [Int])
        /// The variable gets a smaller value.
        case falls(Int)
        /// One of the timers runs when the event comes.
        case runs([Int])
        /// One of the timers runs when the event comes, or behind the step.
        case runsOrWillRun([Int])
    }

    /// The bit of a step behind which the run and all of its legs have ended; the search for runs without end asks for it.
    static let ended: UInt64 = 1 << 63

    /// How many bits a run can remember, the lowest; the bits from here to 62 are facts of the present step, and 63 is `ended`.
    static let memoryWidth = 24

    private(set) var demands: [Demand] = []
    /// The demands that make up rule 30 (ii), by their positions: they say after what a success may be entered.
    private(set) var confirmations: Set<Int> = []
    /// The bits of facts that are events: within one step an event comes before what it brings about.
    private(set) var events: UInt64 = 0
    /// The events that requirements name behind `only after`.
    private(set) var causes: Set<Int> = []
    let latestTexts: LatestTexts
    /// How a run remembers what the demands ask of earlier steps.
    private(set) var memory = DemandMemory()
    /// What each bit stands for.
    private var observations: [(bit: Int, observation: Observation)] = []
    private var askedOrders: [AskedOrder] = []
    private var askedParameters: [AskedParameter] = []

    /// An argument that must be the latest text of a field.
    private struct AskedOrder {
        var place: LatestTexts.Place
        /// By its position in `latestTexts.fields`.
        var field: Int
        /// The bit of the fact that an order has an older text there.
        var older: Int
        /// The bit of the fact that an order has no text there.
        var missing: Int
        /// The bit of the fact that an accepted command gave a text.
        var given: Int
    }

    /// A parameter that says how often something may happen: its value stands in bits of the steps at which it happens.
    private struct AskedParameter {
        /// By its position among the variables.
        var variable: Int
        /// The bit of the fact that is counted.
        var counted: Int
        var bits: Demand.Bits
    }

    /// The next free bit for a fact of which a run remembers that it held: these are the low bits.
    private var nextRemembered = 0
    /// The next free bit for a fact of which only the present step counts.
    private var nextPassing = memoryWidth

    init(of machine: Machine) {
        latestTexts = LatestTexts(of: machine)
        for requirement in machine.requirements {
            let content = demanded(requirement.content, of: machine)
            if !requirement.successesBeforeOnlyAfter(in: machine).isEmpty { confirmations.insert(demands.count) }
            demands.append(Demand(text: requirement.text, content: content))
        }
        for success in machine.successesWithoutRequirement {
            confirmations.insert(demands.count)
            let (name, entered) = (machine.states[success].name.text, passing(.fact(.states([success]))))
            demands.append(
                Demand(text: "\(name) only after something", isWritten: false, content: .never(entered)))
        }
        // More than fits is refused before anything is explored.
        memory.remembered = nextRemembered < 64 ? (1 << UInt64(nextRemembered)) - 1 : .max
    }

    // MARK: - Bits

    private mutating func demanded(
        _ content: Machine.Requirement.Content, of machine: Machine
    ) -> Demand.Content {
        switch content {
        case .quantified(.always, let fact): .always(passing(.fact(fact)))
        case .quantified(.never, let fact): .never(passing(.fact(fact)))
        case .quantified(.sometimes, let fact): .sometimes(passing(.fact(fact)))
        case .quantified(.eventually, let fact): .eventually(remembered(.fact(fact)))
        case .onlyAfter(let fact, let others, let since): onlyAfter(fact, others, since)
        case .latest(let effect, let argument, let field): latest(effect, argument, field)
        case .neverAfter(let fact, let cause, let limit): neverAfter(fact, cause, until: limit)
        case .atMost(let limit, let fact, let end): atMost(limit, fact, until: end, machine)
        case .fallsOnly(let variable, let events):
            .onlyWith(passing(.falls(variable)), passing(.fact(.any(events.map { .event($0) }))))
        case .onlyWhile(let fact, let timers):
            .onlyWith(passing(.fact(fact)), passing(fact.isOfEvents ? .runs(timers) : .runsOrWillRun(timers)))
        case .alwaysPossible(let command, let states):
            .onlyWith(passing(.comes(command, in: states)), passing(.fact(.event(command))))
        }
    }

    private mutating func onlyAfter(
        _ fact: Machine.Requirement.Fact, _ others: [Machine.Requirement.Fact], _ since: Int?
    ) -> Demand.Content {
        let (consequence, causes) = (passing(.fact(fact)), others.map { remembered(.given($0)) })
        self.causes.formUnion(others.flatMap(\.events))
        if let since {
            memory.forgotten.append((passing(.fact(.event(since))), causes.reduce(into: 0) { $0.insert($1) }))
        }
        return .onlyAfter(consequence, causes)
    }

    private mutating func latest(_ effect: Int, _ argument: Int, _ field: String) -> Demand.Content {
        let asked = AskedOrder(
            place: .init(effect: effect, argument: argument), field: latestTexts.fields.firstIndex(of: field) ?? 0,
            older: nextPassing, missing: nextPassing + 1, given: nextRemembered)
        nextPassing += 2
        nextRemembered += 1
        askedOrders.append(asked)
        return .latest(older: asked.older, missing: asked.missing, given: asked.given)
    }

    private mutating func neverAfter(
        _ fact: Machine.Requirement.Fact, _ cause: Machine.Requirement.Fact, until limit: Machine.Requirement.Fact?
    ) -> Demand.Content {
        let window = Demand.Window(
            openBit: nextRemembered, opening: passing(.fact(cause)), closing: limit.map { passing(.fact($0)) })
        nextRemembered += 1
        memory.windows.append(window)
        return .neverWithin(passing(.fact(fact)), window)
    }

    private mutating func atMost(
        _ limit: Machine.Requirement.Limit, _ fact: Machine.Requirement.Fact, until end: Machine.Requirement.Fact?,
        _ machine: Machine
    ) -> Demand.Content {
        let counted = passing(.fact(fact))
        let most: Demand.Most
        switch limit {
        case .number(let number): most = .number(UInt64(number))
        case .parameter(let variable):
            var greatest: Int64 = 0
            if case .integer(let range) = machine.variables[variable].field.kind { greatest = range.upperBound }
            let bits = Demand.Bits(from: nextPassing, holding: UInt64(greatest))
            nextPassing += bits.count
            askedParameters.append(AskedParameter(variable: variable, counted: counted, bits: bits))
            most = .read(bits, greatest: UInt64(greatest))
        }
        let count = Demand.Count(
            counted: counted, resetting: end.map { passing(.fact($0)) },
            number: Demand.Bits(from: nextRemembered, holding: most.greatest + 1), most: most)
        nextRemembered += count.number.count
        memory.counts.append(count)
        return .atMost(count)
    }

    /// A bit for something of which only the present step counts.
    private mutating func passing(_ observation: Observation) -> Int {
        defer { nextPassing += 1 }
        return add(observation, nextPassing)
    }

    /// A bit for something of which a run remembers that it held.
    private mutating func remembered(_ observation: Observation) -> Int {
        defer { nextRemembered += 1 }
        return add(observation, nextRemembered)
    }

    private mutating func add(_ observation: Observation, _ bit: Int) -> Int {
        if observation.isOfEvents {
            events.insert(bit)
            memory.events.insert(bit)
        }
        observations.append((bit, observation))
        return bit
    }

    /// Whether there is a bit for each fact.
    var fits: Bool { nextPassing <= 63 && nextRemembered <= Self.memoryWidth }

    /// Whether the fact is an event.
    func isEvent(_ bit: Int) -> Bool { events.has(bit) }

    // MARK: - Steps

    /// The conditions that requirements read.
    ///
    /// They ask as well whether there is a text that must be the latest, and for each value of a variable that must not
    /// fall or that says how often something may happen.
    func conditions(of machine: Machine) -> [Condition] {
        let nowhere = SourceRange(0, 0)
        var watched = askedParameters.map(\.variable)
        for case .falls(let variable) in observations.map(\.observation) { watched.append(variable) }
        return observations.flatMap(\.observation.conditions)
            + latestTexts.variables.sorted().map { .present(Term(.variable($0), at: nowhere)) }
            + watched.flatMap { variable -> [Condition] in
                guard case .integer(let range) = machine.variables[variable].field.kind else { return [] }
                return range.map {
                    .comparison(
                        Term(.variable(variable), at: nowhere), .equal, Term(.constant(.integer($0)), at: nowhere))
                }
            }
    }

    /// The facts that are so at a step.
    func bits(at moment: Moment) -> UInt64 {
        var bits: UInt64 = 0
        for (bit, observation) in observations where moment.shows(observation) { bits.insert(bit) }
        for order in askedOrders {
            if moment.isActedOn, moment.given.contains(order.field) { bits.insert(order.given) }
            for (effect, arguments) in zip(moment.effects, moment.arguments) where effect == order.place.effect {
                guard let value = arguments[order.place.argument] else {
                    bits.insert(order.missing)
                    continue
                }
                if value != LatestTexts.mark(order.field) { bits.insert(order.older) }
            }
        }
        for parameter in askedParameters where bits.has(parameter.counted) {
            guard case .integer(let value)? = moment.values[parameter.variable], value >= 0 else { continue }
            bits = parameter.bits.setting(UInt64(value), in: bits)
        }
        return bits
    }
}

extension FactTable.Observation {
    /// Whether the observation speaks of events alone.
    fileprivate var isOfEvents: Bool {
        switch self {
        case .fact(let fact), .given(let fact): fact.isOfEvents
        case .comes: true
        case .falls, .runs, .runsOrWillRun: false
        }
    }

    fileprivate var conditions: [Condition] {
        switch self {
        case .fact(let fact), .given(let fact): fact.conditions
        case .comes, .falls, .runs, .runsOrWillRun: []
        }
    }
}
