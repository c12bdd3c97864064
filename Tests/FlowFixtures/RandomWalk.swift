package import KeywayCore
import KeywayTesting

/// Draws what may come to a run next: commands, callbacks, replies old and new, doubled events, timers early and due.
package struct RandomWalk {
    private var generator: SeededGenerator
    package private(set) var now = Instant(milliseconds: 1_000_000)
    private var last: Event?
    private var ordered: [EffectOrder] = []

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Remembers orders, so that they are answered, some of them twice or too late.
    package mutating func note(_ orders: [EffectOrder]) {
        ordered += orders
    }

    /// The next event of a run, after some time.
    package mutating func next(for run: RunState, of table: Table) -> Event? {
        now = now.advanced(byMilliseconds: Int64.random(in: 0...3_000, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: if let last { return last }
        case 1: if let event = firing(of: run, in: table) { return note(event) }
        case 2...4: if let event = reply(of: table) { return note(event) }
        case 5: if let event = running(of: run, in: table) { return note(event) }
        default: break
        }
        let positions = table.events.indices.filter {
            switch table.events[$0].origin {
            case .command, .callback, .unrecognised, .restored: true
            case .reply, .timer, .stale, .lane, .child: false
            }
        }
        guard let position = positions.randomElement(using: &generator) else { return nil }
        let stamps: [Stamp] = table.events[position].origin == .callback ? [.unknown, .current, .stale] : [.unknown]
        let stamp = stamps.randomElement(using: &generator) ?? .unknown
        return note(Event(position, fields: fields(of: position, in: table), stamp: stamp))
    }

    private mutating func note(_ event: Event) -> Event {
        last = event
        return event
    }

    /// A timer at its time, or one that was never set.
    private mutating func firing(of run: RunState, in table: Table) -> Event? {
        if let armed = table.nextTimer(of: run), Bool.random(using: &generator) {
            now = max(now, armed.deadline)
            return Event(table.timers[armed.timer].event)
        }
        return table.timers.randomElement(using: &generator).map { Event($0.event) }
    }

    /// The grant of a lane that is asked for, or a final of a sub-flow that runs.
    private mutating func running(of run: RunState, in table: Table) -> Event? {
        switch run.running.randomElement(using: &generator) {
        case .lane(let lane, isHeld: false)?: Event(table.lanes[lane].event)
        case .child(let child)?: table.children[child].endings.randomElement(using: &generator).map { Event($0.event) }
        case .lane?, nil: nil
        }
    }

    private mutating func reply(of table: Table) -> Event? {
        guard let order = ordered.suffix(4).randomElement(using: &generator),
            let position = table.effects[order.effect].replies?.events.randomElement(using: &generator)
        else { return nil }
        return Event(position, fields: fields(of: position, in: table), answers: order.id)
    }

    private mutating func fields(of event: Int, in table: Table) -> [Value?] {
        table.events[event].fields.map { value(of: $0, in: table) }
    }

    /// Any value that the field can have, absent where that is allowed.
    private mutating func value(of field: Field, in table: Table) -> Value? {
        if field.isOptional, Bool.random(using: &generator) { return nil }
        switch field.kind {
        case .bool: return .bool(Bool.random(using: &generator))
        case .integer(let bounds): return .integer(Int64.random(in: bounds, using: &generator))
        case .duration(let bounds):
            return .duration(Int64.random(in: bounds.clamped(to: bounds.lowerBound...60_000), using: &generator))
        case .text(let bounds):
            let letters = (0..<min(bounds.lowerBound, 64)).map { _ in "abcdefgh".randomElement(using: &generator) ?? "a"
            }
            return .text(String(letters))
        case .enumCase(let position):
            return table.enumerations[position].cases.indices.randomElement(using: &generator).map { .enumCase($0) }
        case .set(let position):
            let count = min(table.enumerations[position].cases.count, 63)
            return .set(UInt64.random(in: 0..<(1 << UInt64(count)), using: &generator))
        }
    }
}
