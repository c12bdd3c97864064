import FlowMachine
import KeywayCore

/// Everything that can happen to the parent `House`, enumerated by the run machine's own tree of legs and a lock that is written by hand.
/// It shares no flow system, no model and no reduction with the explorer.
struct NaiveHouse {
    /// The legs, the lock and the words between them at one moment.
    struct World {
        /// A word on its way from the lock to the run.
        struct Word {
            var name: String
            /// Whether it is of an earlier run.
            var isGhostly: Bool
            /// Whether a leg or an attempt has begun since it was spoken.
            var isOutlived = false
        }

        var tree: LegTree
        var said = false
        var turned = false
        var old = true
        var queue: [Word] = []
        /// Whether the source retains that the lock is ready.
        var isReady = false
        /// What the last step ordered.
        var ordered: [String] = []
    }

    private let flow: RunningFlow
    private let retains: Bool
    private let crashes: Bool
    private(set) var worlds: [String: World] = [:]
    private(set) var stepCount = 0

    init(_ machine: Machine, retaining retains: Bool, crashing crashes: Bool = false) {
        flow = RunningFlow(Table(of: machine))
        self.retains = retains
        self.crashes = crashes
        var waiting: [World] = []
        // An earlier run may have heard that the lock is ready, which its source then retains.
        for isReady in retains ? [false, true] : [false] {
            var first = World(tree: LegTree.beginning(flow, at: Instant(milliseconds: 0)).tree)
            first.isReady = isReady
            settle(&first)
            if worlds.updateValue(first, forKey: key(of: first)) == nil { waiting.append(first) }
        }
        while let world = waiting.popLast() {
            for next in steps(from: world) {
                stepCount += 1
                if worlds.updateValue(next, forKey: key(of: next)) == nil { waiting.append(next) }
            }
        }
    }

    // MARK: - Steps

    private func steps(from world: World) -> [World] {
        guard !world.tree.isEnded else { return [] }
        var world = world
        world.ordered = []
        let steps = told(world) + decided(world) + turns(world)
        return crashes ? steps + steps.flatMap(diedAmid) + [restarted(world)] : steps
    }

    /// The app dies and comes back: the legs stand in the log, the lock and all that it said are new.
    private func restarted(_ world: World) -> World { World(tree: world.tree) }

    /// The app dies amid a step that orders something, before or after the order was begun.
    ///
    /// Either way the world is the same: `turn` is `once` and is not begun again, and `ask` does not reach the lock.
    private func diedAmid(_ world: World) -> [World] {
        world.ordered.isEmpty ? [] : [restarted(world), restarted(world)]
    }

    /// The step by which the next word on its way is heard.
    private func told(_ world: World) -> [World] {
        guard let word = world.queue.first else { return [] }
        var next = world
        next.queue.removeFirst()
        if word.name == "READY", retains { next.isReady = true }
        let (leg, decoded) = CallbackReading(callback(word.name), by: flow).listener(in: next.tree)
        if case .event(let event, let fields, _, _) = decoded, !next.tree.legs[leg].isEnded {
            decide(Event(event, fields: fields), in: leg, &next)
        }
        return [next]
    }

    /// The steps by which a leg decides a command, a timer or a reply.
    private func decided(_ world: World) -> [World] {
        world.tree.legs.enumerated().filter { !$0.element.isEnded }.flatMap { place, leg -> [World] in
            let commands = leg.table.events.indices.filter { leg.table.events[$0].origin == .command }.map { Event($0) }
            let timers = leg.run.timers.map { Event(leg.table.timers[$0.timer].event) }
            let replies = leg.run.openEffects.flatMap { open -> [Event] in
                (leg.table.effects[open.effect].replies?.events ?? []).map { reply in
                    var event = Event(reply)
                    event.answers = open.order
                    return event
                }
            }
            return (commands + timers + replies).map { event in
                var next = world
                decide(event, in: place, &next)
                return next
            }
        }
    }

    /// The steps by which the lock speaks, or falls silent.
    private func turns(_ world: World) -> [World] {
        var next: [World] = []
        func add(_ word: String?, isGhostly: Bool = false, _ change: (inout World) -> Void) {
            guard word == nil || world.queue.count < 2 else { return }
            var world = world
            if let word { world.queue.append(.init(name: word, isGhostly: isGhostly)) }
            change(&world)
            next.append(world)
        }
        if !world.said { add("READY") { $0.said = true } }
        if world.turned { for word in ["OPENED", "JAMMED"] { add(word) { $0.turned = false } } }
        if world.old { for word in ["JAMMED", nil] { add(word, isGhostly: true) { $0.old = false } } }
        return next
    }

    // MARK: - Legs

    private func decide(_ event: Event, in leg: Int, _ world: inout World) {
        note(world.tree.decide(event, in: leg, at: Instant(milliseconds: 0), sequence: sequence(of: world)), &world)
        settle(&world)
    }

    /// Lets each leg that begins hear the retained word, and decides what steps owe to other legs.
    private func settle(_ world: inout World) {
        var heard: Set<Int> = []
        while true {
            if world.isReady, let leg = world.tree.beginningLeg, heard.insert(leg).inserted,
                case .event(let event, let fields, _, _) = world.tree.legs[leg].table.decode(callback("READY"))
            {
                let event = Event(event, fields: fields)
                note(
                    world.tree.decide(event, in: leg, at: Instant(milliseconds: 0), sequence: sequence(of: world)),
                    &world)
            } else if let step = world.tree.decideOwed(at: Instant(milliseconds: 0), sequence: sequence(of: world)) {
                note(step, &world)
            } else {
                return
            }
        }
    }

    /// A sequence that no open order has, so that a new order is told apart from each of them.
    private func sequence(of world: World) -> UInt64 {
        1 + (world.tree.legs.flatMap(\.run.openEffects).map(\.order.sequence).max() ?? 0)
    }

    private func note(_ step: LegStep, _ world: inout World) {
        let table = world.tree.legs[step.leg].table
        if case .began = step.content { outlive(&world) }
        world.ordered += step.orders.map { table.effects[$0.effect].name }
        for order in step.orders where table.effects[order.effect].name == "turn" {
            outlive(&world)
            world.turned = true
        }
    }

    private func outlive(_ world: inout World) {
        for place in world.queue.indices { world.queue[place].isOutlived = true }
    }

    private func callback(_ name: String) -> RawValue { .object(["kind": .text(name), "by": .text("hand")]) }

    // MARK: - Keys

    private func key(of world: World) -> String {
        // After the end of the run only its final counts. What is retained counts in `idle` and `front`, behind which a leg may begin.
        if world.tree.isEnded { return "ended \(world.tree.root.run.state)" }
        let mayBegin = world.tree.root.run.state < 2
        var key = world.tree.legs.filter { !$0.isEnded }.map { leg in
            HouseKey.leg(
                leg.name ?? "", leg.run.state, leg.run.values, leg.run.timers.map(\.timer),
                leg.run.openEffects.map(\.effect))
        }
        key.append(HouseKey.lock([world.said, world.turned, world.old]))
        key += world.queue.map { HouseKey.word($0.name, isGhostly: $0.isGhostly, isOutlived: $0.isOutlived) }
        if mayBegin, world.isReady { key.append("retained READY") }
        return key.joined(separator: "; ")
    }
}

/// The text form of a world, by which the explorer's configurations and the worlds of `NaiveHouse` are compared.
enum HouseKey {
    static func leg(_ name: String, _ state: Int, _ values: [Value?], _ timers: [Int], _ effects: [Int]) -> String {
        "\(name) \(state) \(values.map { $0 == .bool(true) ? "yes" : "no" }) \(timers.sorted()) \(effects.sorted())"
    }

    static func lock(_ flags: [Bool]) -> String { "lock \(flags)" }

    static func word(_ name: String, isGhostly: Bool, isOutlived: Bool) -> String {
        (isGhostly ? "ghostly " : "") + (isOutlived ? "outlived " : "") + name
    }
}
