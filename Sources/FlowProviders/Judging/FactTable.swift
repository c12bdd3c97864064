import FlowLanguage
import FlowMachine
import KeywayCore

/// The facts that a flow's requirements speak of, each with a bit, and what is demanded of them.
struct FactTable {
    /// A requirement over bits.
    struct Demand {
        /// What is demanded, each fact by its bit.
        enum Content {
            case always(Int)
            case never(Int)
            case sometimes(Int)
            case eventually(Int)
            /// One of the others must have been so before the first is.
            case onlyAfter(Int, [Int])
            /// An order has an older text, or none although one was given.
            case latest(older: Int, missing: Int, given: Int)
        }

        /// As it stands in the spec.
        var text: String
        /// Whether a line of the spec says so; a success that none guards is demanded never to be entered.
        var isWritten = true
        var content: Content
        var range: SourceRange
    }

    /// What was so at one step.
    struct Moment {
        /// What came; of a stale callback or reply its `stale` event; nil where the run begins.
        var event: Int?
        /// Whether it is an effect's `otherwise`, which nobody has given.
        var isLimit = false
        var isAccepted = false
        var choices: [Int] = []
        var effects: [Int]
        /// The arguments of each of `effects`; empty where no requirement asks for a latest text.
        var arguments: [[Value?]] = []
        /// The fields of which a command gave the latest text.
        var given: Set<Int> = []
        var state: Int
        var values: [Value?]
    }

    /// The bit of a step behind which the run and all of its legs have ended; the search asks for it.
    static let ended: UInt64 = 1 << 63

    /// How many facts a run can remember.
    static let memoryWidth = 16

    private(set) var demands: [Demand] = []
    /// The demands that make up rule 30 (ii), by their positions: after what a success is entered.
    private(set) var confirmations: Set<Int> = []
    /// The bits of facts that are events: within one step an event comes before what it brings about.
    private(set) var events: UInt64 = 0
    /// The events that requirements name behind `only after`.
    private(set) var causes: Set<Int> = []
    private var facts: [(bit: Int, fact: Machine.Requirement.Fact)] = []
    /// The bits of facts that are events which somebody has to give: an effect's `otherwise` is the flow's own word.
    private var given: UInt64 = 0
    /// What a run forgets when the event with the bit `since` comes, as an `only after ... since` says, one bit for
    /// each.
    private var forgotten: [(since: Int, causes: UInt64)] = []
    private var orders: [AskedOrder] = []

    /// An argument that must be the latest text of a field, and the bits of what is wrong with it.
    private struct AskedOrder {
        var place: LatestTexts.Place
        var field: Int
        var older: Int
        var missing: Int
        var given: Int
    }

    let latestTexts: LatestTexts
    /// The next free bit for a fact that a run remembers to have been so: these are the low bits.
    private var nextRemembered = 0
    /// The next free bit for a fact of which only the present step counts.
    private var nextPassing = memoryWidth

    init(of machine: Machine) {
        latestTexts = LatestTexts(of: machine)
        for requirement in machine.requirements {
            let content: Demand.Content =
                switch requirement.content {
                case .quantified(.always, let fact): .always(passing(fact))
                case .quantified(.never, let fact): .never(passing(fact))
                case .quantified(.sometimes, let fact): .sometimes(passing(fact))
                case .quantified(.eventually, let fact): .eventually(remembered(fact))
                case .onlyAfter(let fact, let others, let since): onlyAfter(fact, others, since)
                case .latest(let effect, let argument, let field): latest(effect, argument, field)
                }
            if !requirement.guardedSuccesses(in: machine).isEmpty { confirmations.insert(demands.count) }
            demands.append(Demand(text: requirement.text, content: content, range: requirement.range))
        }
        for success in machine.unguardedSuccesses {
            confirmations.insert(demands.count)
            let (name, entered) = (machine.states[success].name.text, passing(.states([success])))
            demands.append(
                Demand(
                    text: "\(name) only after something", isWritten: false, content: .never(entered),
                    range: machine.states[success].range))
        }
    }

    private mutating func onlyAfter(
        _ fact: Machine.Requirement.Fact, _ others: [Machine.Requirement.Fact], _ since: Int?
    ) -> Demand.Content {
        let (consequence, causes) = (passing(fact), others.map { cause($0) })
        if let since {
            forgotten.append((passing(.event(since)), causes.reduce(into: 0) { $0.insert($1) }))
        }
        return .onlyAfter(consequence, causes)
    }

    private mutating func latest(_ effect: Int, _ argument: Int, _ field: String) -> Demand.Content {
        let asked = AskedOrder(
            place: .init(effect: effect, argument: argument), field: latestTexts.fields.firstIndex(of: field) ?? 0,
            older: nextPassing, missing: nextPassing + 1, given: nextRemembered)
        nextPassing += 2
        nextRemembered += 1
        orders.append(asked)
        return .latest(older: asked.older, missing: asked.missing, given: asked.given)
    }

    /// A bit for a fact of which only the present step counts.
    private mutating func passing(_ fact: Machine.Requirement.Fact) -> Int {
        defer { nextPassing += 1 }
        return add(fact, nextPassing)
    }

    /// A bit for a fact that a run remembers to have been so.
    private mutating func remembered(_ fact: Machine.Requirement.Fact) -> Int {
        defer { nextRemembered += 1 }
        return add(fact, nextRemembered)
    }

    /// A bit for a fact that has to be so before another one; an event has to be given by somebody.
    private mutating func cause(_ fact: Machine.Requirement.Fact) -> Int {
        let bit = remembered(fact)
        if case .event(let event) = fact {
            causes.insert(event)
            given.insert(bit)
        }
        return bit
    }

    private mutating func add(_ fact: Machine.Requirement.Fact, _ bit: Int) -> Int {
        if case .event = fact { events.insert(bit) }
        facts.append((bit, fact))
        return bit
    }

    /// Whether there is a bit for each fact.
    var fits: Bool { nextPassing <= 63 && nextRemembered <= Self.memoryWidth }

    /// What has been so after a step.
    func memory(_ before: UInt64, after now: UInt64) -> UInt64 {
        left(of: before, at: now) | now & ((1 << UInt64(nextRemembered)) - 1)
    }

    /// What still counts at a step of what has been so before it.
    func left(of memory: UInt64, at now: UInt64) -> UInt64 {
        forgotten.reduce(memory) { now.has($1.since) ? $0 & ~$1.causes : $0 }
    }

    /// Whether the fact is an event.
    func isEvent(_ bit: Int) -> Bool { events.has(bit) }

    /// The conditions that requirements read; whether there is a text that must be the latest is one.
    var conditions: [Condition] {
        let nowhere = SourceRange(0, 0)
        return facts.compactMap { if case .condition(let condition) = $0.fact { condition } else { nil } }
            + latestTexts.variables.sorted().map { .present(Term(.variable($0), at: nowhere)) }
    }

    /// The facts that are so at a step.
    func bits(at moment: Moment) -> UInt64 {
        var bits: UInt64 = 0
        for (bit, fact) in facts where holds(fact, at: moment) && !(moment.isLimit && given.has(bit)) {
            bits.insert(bit)
        }
        for order in orders {
            if moment.isAccepted, moment.given.contains(order.field) { bits.insert(order.given) }
            for (effect, arguments) in zip(moment.effects, moment.arguments) where effect == order.place.effect {
                guard let value = arguments[order.place.argument] else {
                    bits.insert(order.missing)
                    continue
                }
                if value != LatestTexts.mark(order.field) { bits.insert(order.older) }
            }
        }
        return bits
    }

    private func holds(_ fact: Machine.Requirement.Fact, at moment: Moment) -> Bool {
        switch fact {
        case .states(let states): states.contains(moment.state)
        case .choice(let choice): moment.choices.contains(choice)
        case .event(let event): moment.isAccepted && moment.event == event
        case .effect(let effect): moment.effects.contains(effect)
        case .condition(let condition): condition.holds(for: moment.values)
        }
    }
}
