import FlowFixtures
import KeywayCore
import KeywayLog

@testable import KeywayRuns
@testable import KeywayTesting

/// Draws the next input of a run from all that may come: also one that is repeated, too late, wrong, or has a key of another opening of
/// the log.
struct InputWalk {
    private let flow: RunningFlow
    /// The root's flow and all of its sub-flows, by their numbers.
    private let flows: [RunningFlow]
    private var draws: Draws
    private var callbacks: [CallbackDrawing]
    private(set) var now = Instant(milliseconds: 1_000_000)
    /// What the sources of the run's device retain.
    private(set) var retained = RetainedCallbacks()
    /// The commands with an identity that were asked, also again.
    private(set) var identified: [Command] = []
    private(set) var orders: [LegOrder] = []
    private var requests: [LaneRequest] = []

    init(_ flow: RunningFlow, seed: UInt64) {
        self.flow = flow
        flows = [flow] + flow.descendants
        draws = Draws(seed: seed)
        callbacks = flows.map { CallbackDrawing(for: $0.table, number: UInt32($0.number)) }
    }

    /// Notes the orders and requests of a decision, so that later inputs answer, end or grant them.
    mutating func note(_ consequences: [Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .perform(let order): orders.append(order)
            case .ask(let request): requests.append(request)
            case .leaveUnperformed, .cancel, .free: break
            }
        }
    }

    /// The process dies: its handlers say nothing more, and its sources' SDKs are new. The run comes back after some time, or on a
    /// clock that was set back.
    mutating func die(_ machine: RunMachine) {
        orders = []
        requests = machine.lanes
        retained = RetainedCallbacks()
        pass(machine)
    }

    /// Draws whether something happens that is to happen once in so many times.
    mutating func happens(onceIn times: Int) -> Bool { draws.happens(onceIn: times) }

    /// The next input, after some time: mostly one that the run makes something of and that does not end it, if one is found.
    mutating func next(for machine: RunMachine) -> Input {
        pass(machine)
        var input = any(for: machine)
        if !draws.happens(onceIn: 4) {
            for _ in 0..<6 where !isLively(input, for: machine) { input = any(for: machine) }
        }
        if case .command(let command) = input, command.id != nil { identified.append(command) }
        return input
    }

    private func isLively(_ input: Input, for machine: RunMachine) -> Bool {
        var machine = machine
        let decision = try? machine.decide(input, at: now, hearing: retained)
        return !machine.isEnded && decision?.steps.contains(where: \.isActedOn) ?? false
    }

    private mutating func any(for machine: RunMachine) -> Input {
        switch draws.number(below: 16) {
        case 0...3: return command()
        case 4...7: if let callback = callback(of: machine) { return callback }
        case 8...9: if let reply = reply() { return reply }
        case 10...11: if let ending = ending() { return ending }
        case 12...13: if let grant = grant() { return grant }
        case 14: return .retained(leg: draws.number(below: machine.legs.count))
        default: break
        }
        return draws.number(below: 2) == 0 ? .timeReached : .instantEnded
    }

    /// Moves the clock: mostly a little; now and then up to what is due next, or just past it, or back.
    private mutating func pass(_ machine: RunMachine) {
        switch draws.number(below: 12) {
        case 0: now = max(now, machine.nextDue ?? now)
        case 1: now = max(now, machine.nextDue ?? now).advanced(byMilliseconds: 1)
        case 2: now = now.advanced(byMilliseconds: -500)
        case 3...6: break
        default: now = now.advanced(byMilliseconds: Int64(draws.number(below: 1500)))
        }
    }

    private mutating func command() -> Input {
        if !identified.isEmpty, draws.happens(onceIn: 6) {
            var again = draws.element(of: identified) ?? Command(0)
            // The same identity with another command is a mistake.
            if draws.happens(onceIn: 4) { again.position += 1 }
            return .command(again)
        }
        let number = draws.number(below: 2) == 0 ? 0 : draws.number(below: flows.count)
        let asked = flows[number].table
        let positions = asked.events.indices.filter { asked.events[$0].origin == .command }
        let position = draws.element(of: positions) ?? 0
        let fields = callbacks[number].values.values(of: asked.events[position].fields, using: &draws)
        var command = Command(position, fields: fields, to: flows[number].legName)
        if draws.happens(onceIn: 4) { command.id = "\(identified.count)" }
        if draws.happens(onceIn: 30) { command.leg = "nobody" }
        return .command(command)
    }

    /// A callback of one of the run's sources; nil where it comes to another run, or the run has no source.
    private mutating func callback(of machine: RunMachine) -> Input? {
        let reading = flows.filter { !$0.table.sources.isEmpty }
        guard let speaking = draws.element(of: reading), let source = draws.element(of: speaking.table.sources),
            let row = draws.element(of: source.rows)
        else { return nil }
        let callback = callbacks[speaking.number].callback(for: row, of: source, using: &draws)
        let read = CallbackReading(callback, by: flow)
        let number = retained.retain(callback, as: read.retained)
        // The source has noted the callback, which comes to another run.
        if draws.happens(onceIn: 4) { return nil }
        var call: ProviderCall?
        if draws.number(below: 2) == 0 {
            let order = draws.element(of: Array(orders.suffix(4)))
            call = ProviderCall(attempt: order?.order.attempt ?? 1, leg: draws.happens(onceIn: 3) ? nil : order?.leg)
        }
        return .callback(read, answering: call, number: number)
    }

    /// Mostly one of the last orders, now and then any; nil where there is none.
    private mutating func order() -> LegOrder? {
        draws.element(of: draws.happens(onceIn: 8) ? orders : Array(orders.suffix(4)))
    }

    /// The key of the order, now and then with another salt, as if another opening of the log had made it.
    private mutating func key(of order: LegOrder) -> EffectOrder.Key {
        draws.happens(onceIn: 10)
            ? EffectOrder.Key(run: order.key.run, order: order.key.order, salt: order.key.salt &+ 1) : order.key
    }

    /// An answer to an order, now and then that of another effect.
    private mutating func reply() -> Input? {
        guard let order = order() else { return nil }
        let table = order.flow.table
        let replies = table.events.indices.filter { if case .reply = table.events[$0].origin { true } else { false } }
        let own = order.effect.replies?.events ?? []
        let isAny = own.isEmpty || draws.happens(onceIn: 10)
        guard let event = draws.element(of: isAny ? replies : own) else { return nil }
        let fields = callbacks[order.flow.number].values.values(of: table.events[event].fields, using: &draws)
        return .reply(key(of: order), leg: order.leg, event: event, fields: fields)
    }

    private mutating func ending() -> Input? {
        guard let order = order() else { return nil }
        return .finished(key(of: order), leg: order.leg, draws.element(of: Closing.allCases) ?? .returned)
    }

    private mutating func grant() -> Input? {
        guard let request = draws.element(of: Array(requests.suffix(2))) else { return nil }
        return .granted(leg: request.leg, lane: request.lane, asked: request.sequence)
    }
}
